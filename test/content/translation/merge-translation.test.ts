import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/content/document/from-markdown.js';
import { mergeTranslation } from '../../../src/content/translation/merge-translation.js';
import { stillStale } from '../../../src/content/translation/stale-blocks.js';
import { seeds } from '../../support/properties.js';
import { pseudo, translated } from './translated.js';

const before = '---\ndescription: un\n---\n\n# Titre\n\nUn.\n\n* a\n* b\n* c\n\nDeux.\n';

describe('after a run', () => {
  it('a page that nobody changed is what the machine writes', () => {
    expect(mergeTranslation(before, before, 'Neu\n')).toEqual({ markdown: 'Neu\n', stale: [] });
  });

  it('a page whose source is as it was is what people made of it', () => {
    const edited = before.replace('Un.', 'Mieux.');
    expect(mergeTranslation(before, edited, before)).toEqual({ markdown: edited, stale: [] });
  });

  it('words of people stay where the source moved on elsewhere', () => {
    const edited = before.replace('Un.', 'Mieux.');
    const now = before.replace('Deux.', 'Trois.\n\nQuatre.');
    const markdown = edited.replace('Deux.', 'Trois.\n\nQuatre.');
    expect(mergeTranslation(before, edited, now)).toEqual({ markdown, stale: [] });
  });

  it('words of people stay where the source moved on too, and their block is stale', () => {
    const edited = before.replace('Un.', 'Mieux.').replace('* b', '* B');
    const now = before.replace('Un.', 'Un, encore.').replace('* a\n* b\n', '* aa\n* bb\n');
    const { markdown, stale } = mergeTranslation(before, edited, now);
    expect(markdown).toBe(before.replace('Un.', 'Mieux.').replace('* a\n* b\n', '* aa\n* B\n'));
    expect(stale).toEqual([keyOf(markdown, 'Mieux.'), keyOf(markdown, 'B')]);
  });

  it('a block that people changed and the source lost stays, and is stale', () => {
    const edited = before.replace('Un.', 'Mieux.');
    const { markdown, stale } = mergeTranslation(before, edited, before.replace('Un.\n\n', ''));
    expect(markdown).toBe(edited);
    expect(stale).toEqual([keyOf(markdown, 'Mieux.')]);
  });

  it('what people deleted stays deleted', () => {
    const edited = before.replace('Un.\n\n', '');
    expect(mergeTranslation(before, edited, before.replace('Un.', 'Un, encore.'))).toEqual({
      markdown: edited,
      stale: [],
    });
  });

  it('fields of the front matter are stale as one', () => {
    const edited = before.replace('un', 'mieux');
    expect(mergeTranslation(before, edited, before.replace('un', 'deux'))).toEqual({
      markdown: edited,
      stale: ['front-matter'],
    });
  });

  it("a page that the machine never wrote is people's, and stale where the machine would write otherwise", () => {
    const { markdown, stale } = mergeTranslation(null, '# Titre\n\nUn.\n', '# Titre\n\nEin.\n');
    expect(markdown).toBe('# Titre\n\nUn.\n');
    expect(stale).toEqual([keyOf(markdown, 'Un.')]);
  });

  it('code that people changed is stale as a whole', () => {
    const code = '```js\nlet a;\n```\n';
    const { stale, markdown } = mergeTranslation(code, code.replace('a', 'b'), code.replace('a', 'c'));
    expect(stale).toEqual([documentFromMarkdown(markdown).nodes[0]!.key]);
  });
});

it('a stale block is stale until somebody changes it', () => {
  const edited = before.replace('Un.', 'Mieux.');
  const { markdown, stale } = mergeTranslation(before, edited, before.replace('Un.', 'Un, encore.'));
  expect(stillStale(markdown.replace('Deux.', 'Trois.'), stale)).toEqual(stale);
  expect(stillStale(markdown.replace('Mieux.', 'Encore mieux.'), stale)).toEqual([]);
  expect(stillStale('', ['front-matter'])).toEqual(['front-matter']);
});

it('of edits at random in a result and its source no word of people is lost, and each block is stale where both changed', () => {
  for (const seed of seeds(30)) checkRandomEdits(seed);
});

/** Blocks of a source: each has a number of its own in its words. */
function sourceOf(words: readonly string[]): string {
  const forms = [
    (word: string) => word,
    (word: string) => `## ${word}`,
    (word: string) => `* ${word}`,
    (word: string) => `> ${word}`,
  ];
  return words.map((word, index) => `${forms[index % forms.length]!(word)}\n`).join('\n');
}

function checkRandomEdits(seed: number): void {
  const draw = generator(seed);
  const words = Array.from({ length: 24 }, (_, index) => `word ${index} end`);
  const moved = words.map((word) => (draw() < 0.3 ? `${word} moved` : word));
  const machine = translated(sourceOf(words), pseudo).markdown;
  const now = translated(sourceOf(moved), pseudo).markdown;
  const human: number[] = [];
  const edited = machine
    .split('\n')
    .map((line, index) => {
      if (line === '' || draw() < 0.7) return line;
      human.push(index);
      return `${line} human${index}x`;
    })
    .join('\n');
  const { markdown, stale } = mergeTranslation(machine, edited, now);
  for (const index of human) expect(markdown).toContain(`human${index}x`);
  const both = human.filter((index) => moved[index / 2] !== words[index / 2]);
  expect(stale).toEqual(both.map((index) => keyOf(markdown, `human${index}x`)));
  const machines = moved.flatMap((word, index) => (word !== words[index] && !human.includes(index * 2) ? [word] : []));
  for (const word of machines) expect(markdown).toContain(pseudo(word, 0).slice('[fr]'.length));
}

/** Numbers from 0 to 1, the same for a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 8) & 0xffff) / 0x10000;
  };
}

/** The key of the smallest block with some words. */
function keyOf(markdown: string, words: string): string {
  const body = markdown.replace(/^---\n.*?\n---\n/s, '');
  let found = '';
  const visit = (nodes: readonly unknown[]): void => {
    for (const node of nodes as { key?: string; nodes?: unknown[] }[]) {
      if (node.key === undefined || !JSON.stringify(node).includes(words)) continue;
      found = node.key;
      visit(node.nodes ?? []);
    }
  };
  visit(documentFromMarkdown(body).nodes);
  return found;
}
