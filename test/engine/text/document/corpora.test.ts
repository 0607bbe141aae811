import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import type { Block } from '../../../../src/engine/text/document/nodes/nodes.js';
import { isReadable } from '../../../../src/engine/text/document/nodes/parse-cost.js';
import { isSoak, sampled } from '../../../support/properties.js';
import { contractSchema, withoutContract } from './contract-schema.js';
import { areCorporaAbsent, corpora, corpusRows, pagesOf, skipSuffix } from './corpora.js';

/** Validation of all pages takes a minute, so a run validates one page out of this number. */
const oneOf = 10;

describe('every page of the corpora', () => {
  it.skipIf(areCorporaAbsent)(`is within the bounds for reading${skipSuffix}`, () => {
    const refused = corpora.flatMap((corpus) => pagesOf(corpus).filter(([, markdown]) => !isReadable(markdown)));
    expect(refused.map(([file]) => file)).toEqual([]);
  });

  it.skipIf(areCorporaAbsent || withoutContract)(
    `becomes a document that matches the schema of the contract: ${isSoak ? 'each' : `one of ${oneOf}`}${skipSuffix}`,
    () => {
      const validate = contractSchema('JSONDocument');
      const invalid = corpora.flatMap((corpus) =>
        sampled(pagesOf(corpus), oneOf).filter(([, markdown]) => !validate(documentFromMarkdown(markdown))),
      );
      expect(invalid.map(([file]) => file)).toEqual([]);
    },
  );
});

/** Types of blocks, and the tags that express them in a corpus. Tags in code do not count. */
const kinds: [type: string, tag: RegExp][] = [
  ['hint', /^[ \t]*\{% hint /gm],
  ['tabs', /^[ \t]*\{% tabs %\}/gm],
  ['tabs-item', /^[ \t]*\{% tab /gm],
  ['stepper', /^[ \t]*\{% stepper %\}/gm],
  ['stepper-step', /^[ \t]*\{% step %\}/gm],
  ['embed', /^[ \t]*\{% embed /gm],
  ['content-ref', /^[ \t]*\{% content-ref /gm],
  ['code title', /^[ \t]*\{% code .*title=/gm],
  ['expandable', /^[ \t]*<details>/gm],
];

/**
 * Numbers of tags that are read as text instead of blocks. One is in a code sample. The tabs are in steps, where the
 * contract allows no tabs.
 */
const unreadTagCounts: Record<string, Record<string, number>> = {
  'large-rocketchat-dev': { hint: 1 },
  'medium-elsa': { tabs: 39, 'tabs-item': 53 },
};

describe('tags of the corpora', () => {
  it.skipIf(areCorporaAbsent).each(corpusRows)(`are read as blocks: %s${skipSuffix}`, (corpus) => {
    const pages = pagesOf(corpus).map(([, markdown]) => markdown);
    const found = new Map<string, number>();
    for (const page of pages) countBlocks(documentFromMarkdown(page).nodes, found);
    const counts = kinds.map(([type, tag]) => {
      const written = pages.reduce((sum, page) => sum + (page.match(tag)?.length ?? 0), 0);
      return { type, written, blocks: found.get(type) ?? 0 };
    });
    console.log(
      `${corpus}: ${counts.map(({ type, written, blocks }) => `${type} ${blocks} of ${written}`).join(', ')}`,
    );
    const left = counts.flatMap(({ type, written, blocks }) => (written === blocks ? [] : [[type, written - blocks]]));
    expect(Object.fromEntries(left)).toEqual(unreadTagCounts[corpus] ?? {});
  });
});

function countBlocks(nodes: readonly unknown[], found: Map<string, number>): void {
  for (const node of nodes as Block[]) {
    const type = node.type === 'code' && node.data.title !== undefined ? 'code title' : node.type;
    found.set(type, (found.get(type) ?? 0) + 1);
    countBlocks(node.nodes ?? [], found);
    countBlocks(node.fragments?.flatMap((fragment) => fragment.nodes) ?? [], found);
  }
}
