import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import { mergeTranslation } from '../../../src/engine/translation/merge-translation.js';
import { remainingStaleBlocks } from '../../../src/engine/translation/stale-blocks.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { pseudo, translated } from './translated.js';

const before = '---\ndescription: un\n---\n\n# Titre\n\nUn.\n\n* a\n* b\n* c\n\nDeux.\n';

describe('after a translation run', () => {
  it('an unedited page has the machine translation', () => {
    expect(mergeTranslation(before, before, 'Neu\n')).toEqual({ markdown: 'Neu\n', stale: [] });
  });

  it('a page with an unchanged source keeps its edits', () => {
    const edited = before.replace('Un.', 'Mieux.');
    expect(mergeTranslation(before, edited, before)).toEqual({ markdown: edited, stale: [] });
  });

  it('an edit stays if the source changed elsewhere', () => {
    const edited = before.replace('Un.', 'Mieux.');
    const now = before.replace('Deux.', 'Trois.\n\nQuatre.');
    const markdown = edited.replace('Deux.', 'Trois.\n\nQuatre.');
    expect(mergeTranslation(before, edited, now)).toEqual({ markdown, stale: [] });
  });

  it('an edit stays if the source of its block changed, and the block is stale', () => {
    const edited = before.replace('Un.', 'Mieux.').replace('* b', '* B');
    const now = before.replace('Un.', 'Un, encore.').replace('* a\n* b\n', '* aa\n* bb\n');
    const { markdown, stale } = mergeTranslation(before, edited, now);
    expect(markdown).toBe(before.replace('Un.', 'Mieux.').replace('* a\n* b\n', '* aa\n* B\n'));
    expect(stale).toEqual([keyOf(markdown, 'Mieux.'), keyOf(markdown, 'B')]);
  });

  it('an edited block whose source was deleted stays and is stale', () => {
    const edited = before.replace('Un.', 'Mieux.');
    const { markdown, stale } = mergeTranslation(before, edited, before.replace('Un.\n\n', ''));
    expect(markdown).toBe(edited);
    expect(stale).toEqual([keyOf(markdown, 'Mieux.')]);
  });

  it('a deleted block stays deleted', () => {
    const edited = before.replace('Un.\n\n', '');
    expect(mergeTranslation(before, edited, before.replace('Un.', 'Un, encore.'))).toEqual({
      markdown: edited,
      stale: [],
    });
  });

  it('the fields of the front matter become stale together', () => {
    const edited = before.replace('un', 'mieux');
    expect(mergeTranslation(before, edited, before.replace('un', 'deux'))).toEqual({
      markdown: edited,
      stale: ['front-matter'],
    });
  });

  it('a page without an earlier machine translation stays, and blocks that differ from the new translation are stale', () => {
    const { markdown, stale } = mergeTranslation(null, '# Titre\n\nUn.\n', '# Titre\n\nEin.\n');
    expect(markdown).toBe('# Titre\n\nUn.\n');
    expect(stale).toEqual([keyOf(markdown, 'Un.')]);
  });

  it('edited code is stale as a whole', () => {
    const code = '```js\nlet a;\n```\n';
    const { stale, markdown } = mergeTranslation(code, code.replace('a', 'b'), code.replace('a', 'c'));
    expect(stale).toEqual([documentFromMarkdown(markdown).nodes[0]!.key]);
  });
});

it('a new machine translation of the lines next to an edit is applied', () => {
  const merged = mergeTranslation('* a\n* b\n* c\n', '* a\n* B\n* c\n* mine', '* aa\n* b\n* cc\n* d\n');
  expect(merged).toEqual({ markdown: '* aa\n* B\n* cc\n* d\n* mine', stale: [] });
});

it('if lines of a new translation are not applied, the edited lines next to them become stale', () => {
  const { markdown, stale } = mergeTranslation('* a\n* b\n* c\n', '* a\n* B\n* c\n', '* aaa\n* ccc\n');
  expect(markdown).toBe('* a\n* B\n* c\n');
  expect(stale).toEqual(['a', 'B', 'c'].map((words) => keyOf(markdown, `"${words}"`)));
});

it('a stale block stays stale until it is changed', () => {
  const edited = before.replace('Un.', 'Mieux.');
  const { markdown, stale } = mergeTranslation(before, edited, before.replace('Un.', 'Un, encore.'));
  expect(remainingStaleBlocks(markdown.replace('Deux.', 'Trois.'), stale)).toEqual(stale);
  expect(remainingStaleBlocks(markdown.replace('Mieux.', 'Encore mieux.'), stale)).toEqual([]);
  expect(remainingStaleBlocks('', ['front-matter'])).toEqual(['front-matter']);
});

it('random edits of a translation and its source lose no edited word, and exactly the blocks that both changed are stale', () => {
  for (const seed of seeds(30)) checkRandomEdits(seed, { linesMove: false });
});

it('random edits that add, delete and move lines lose no edited word', () => {
  for (const seed of seeds(30)) checkRandomEdits(seed, { linesMove: true });
});

/** Returns Markdown with one block for each text. Some of the blocks are adjacent items of one list. */
function sourceOf(words: readonly string[]): string {
  const forms = ['', '## ', '> ', '* ', '* ', '* '];
  const isItem = (index: number): boolean => forms[index % forms.length] === '* ';
  return words
    .map((word, index) => `${forms[index % forms.length]}${word}\n${isItem(index) && isItem(index + 1) ? '' : '\n'}`)
    .join('');
}

/** Edits random lines of a translation and of its source, and checks the merge with the new translation. */
function checkRandomEdits(seed: number, { linesMove }: { linesMove: boolean }): void {
  const random = randomFrom(seed);
  const words = Array.from({ length: 24 }, (_, index) => `n${index}n a${index}b c${index}d e${index}f`);
  const moved = words.map((word) => (random(3) === 0 ? `${word} moved` : word));
  const [machine, now] = [translated(sourceOf(words)).markdown, translated(sourceOf(moved)).markdown];
  const human: number[] = [];
  const lines = machine.split('\n').flatMap((line, at) => {
    const index = /ñ(\d+)ñ/.exec(line)?.[1];
    if (index === undefined || random(3) > 0) return [line];
    if (linesMove && random(4) === 0) return random(2) === 0 ? [] : [line, `* added human${at}x`];
    human.push(Number(index));
    return [`${line} human${index}y`];
  });
  const away = linesMove ? lines.splice(random(lines.length), 2) : [];
  if (linesMove) lines.push(...away.flatMap((line) => ['', line]), '');
  const edited = lines.join('\n');
  const { markdown, stale } = mergeTranslation(machine, edited, now);
  for (const word of edited.match(/human\d+[xy]/g) ?? []) expect(markdown).toContain(word);
  const isAway = (index: number): boolean => away.some((line) => line.includes(`human${index}y`));
  const both = human.filter((index) => moved[index] !== words[index] && !isAway(index));
  expect(stale).toEqual(expect.arrayContaining(both.map((index) => keyOf(markdown, `human${index}y`))));
  if (linesMove) return;
  expect(stale).toHaveLength(both.length);
  const machines = moved.filter((word, index) => word !== words[index] && !human.includes(index));
  for (const word of machines) expect(markdown).toContain(pseudo(word, 0).slice('[fr] '.length));
}

/** Returns the key of the smallest block that contains the words. */
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
