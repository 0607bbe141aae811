import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { segmentsOf } from '../../../src/engine/translation/segments.js';
import { sampled, seeds } from '../../support/properties.js';
import { sharedPath, skippedWithout } from '../../support/shared-data.js';
import { skeletonOf } from './skeleton.js';
import { type Provider, pseudo, structure, translated } from './translated.js';
import { translationFaults } from './translation-faults.js';

/** Folders of the English corpora and of one corpus in three languages. */
const folders = ['docs', 'translations'].map(sharedPath).filter((folder) => existsSync(folder));
const corpora = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
const without = skippedWithout(sharedPath('docs'));

/** Name and folder of each corpus. Without corpora there is one row without a folder, whose test is skipped. */
const rows = corpora.length === 0 ? [['none', '']] : corpora.map((corpus) => [path.basename(corpus), corpus]);

/** A run tests one page out of this number. `npm run soak` tests the others. */
const of = 50;

/** Returns the sampled pages of a corpus, with their paths. */
function sampleOf(corpus: string): [file: string, markdown: string][] {
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  return sampled(files.sort(), of).map((file) => [file, readFileSync(path.join(corpus, file), 'utf8')]);
}

it.skipIf(corpora.length === 0).each(rows as [string, string][])(
  `every page keeps its structure and is translated completely: %s${without}`,
  async (name, corpus) => {
    const counts = { pages: 0, segments: 0, refused: 0 };
    for (const [file, markdown] of sampleOf(corpus)) {
      await new Promise(setImmediate);
      const segments = segmentsOf(markdown);
      const result = translated(markdown, pseudo);
      expect(structure(result.markdown), file).toEqual(structure(markdown));
      expect(
        segmentsOf(result.markdown).map(({ text }) => words(text)),
        file,
      ).toEqual(segments.map(({ text }) => words(pseudo(text, 0))));
      expect(skeletonOf(result.markdown), file).toEqual(skeletonOf(markdown));
      counts.pages++;
      counts.segments += segments.length;
      counts.refused += result.refused.length;
    }
    console.log(`${name}: ${JSON.stringify(counts)}`);
    expect(counts.refused).toBe(0);
  },
);

it.skipIf(corpora.length === 0).each(rows as [string, string][])(
  `every page keeps its structure if a provider breaks every second translation: %s${without}`,
  async (name, corpus) => {
    const names = Object.keys(translationFaults) as (keyof typeof translationFaults)[];
    let refused = 0;
    for (const [index, [file, markdown]] of sampleOf(corpus).entries()) {
      await new Promise(setImmediate);
      const provider: Provider = (text, at) => {
        const answer = pseudo(text, at);
        return at % 2 === 0 ? answer : translationFaults[names[(at + index) % names.length]!](answer);
      };
      const result = translated(markdown, provider);
      expect(structure(result.markdown), file).toEqual(structure(markdown));
      refused += result.refused.length;
    }
    console.log(`${name}: ${refused} answers refused`);
  },
);

it.skipIf(corpora.length === 0).each(rows as [string, string][])(
  `an added word in one block of a page changes one segment: %s${without}`,
  async (_, corpus) => {
    for (const [file, markdown] of sampleOf(corpus)) {
      await new Promise(setImmediate);
      const before = segmentsOf(markdown);
      const once = before.filter(({ text }) => / /.test(text) && markdown.split(text).length === 2);
      const chosen = once[seeds(1)[0]! % once.length];
      if (!chosen) continue;
      const after = segmentsOf(markdown.replace(chosen.text, () => chosen.text.replace(' ', ' more ')));
      const known = new Set(before.map(({ hash }) => hash));
      expect(
        after.filter(({ hash }) => !known.has(hash)),
        file,
      ).toHaveLength(1);
      expect(after, file).toHaveLength(before.length);
    }
  },
);

/** Removes white space, because a translation has none next to a line break. */
function words(text: string): string {
  return text.replace(/\s+/g, '');
}
