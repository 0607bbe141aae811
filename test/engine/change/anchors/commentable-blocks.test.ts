import { describe, expect, it } from 'vitest';
import { blockTextLimit, commentableBlocks } from '../../../../src/engine/change/anchors/commentable-blocks.js';
import { readPage } from '../../../../src/engine/text/document/from-markdown.js';
import { withinBounds } from '../../../support/cost.js';
import { collectBlocks } from './oracle.js';

const typesAndTexts = (markdown: string) => commentableBlocks(markdown).map(({ type, text }) => [type, text]);

describe('the commentable blocks of a page', () => {
  it('are in reading order, each parent before its children', () => {
    expect(typesAndTexts('# Go _on_\n\n- one\n- two\n\n  more\n\n```js\na\n\n  b\n```\n')).toEqual([
      ['heading-1', 'Go on'],
      ['list-unordered', 'one\ntwo\nmore'],
      ['list-item', 'one'],
      ['paragraph', 'one'],
      ['list-item', 'two\nmore'],
      ['paragraph', 'two'],
      ['paragraph', 'more'],
      ['code', 'a\n  b'],
      ['code-line', 'a'],
      ['code-line', ''],
      ['code-line', '  b'],
    ]);
  });

  it('contain the key of their parent', () => {
    const [list, item, paragraph] = commentableBlocks('- one\n');
    expect([list!.parent, item!.parent, paragraph!.parent]).toEqual([undefined, list!.key, item!.key]);
  });

  it('include blocks in table cells; a table lists its record and definition ids', () => {
    const markdown = '| a | b |\n|---|---|\n| one | two |\n|  | three |\n';
    const [table, ...cells] = commentableBlocks(markdown);
    expect(table).toMatchObject({ type: 'table', text: 'a\nb\none\ntwo\nthree' });
    expect(cells.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    const { data } = readPage(markdown).document.nodes[0] as any;
    expect(table!.cells).toEqual({ records: Object.keys(data.records), definitions: Object.keys(data.definition) });
    expect([table!.cells!.records.length, table!.cells!.definitions.length]).toEqual([2, 2]);
    expect(cells.every(({ cells: none }) => none === undefined)).toBe(true);
  });

  it('include captions, titles and footnotes; the text of a block does not contain its footnotes', () => {
    expect(typesAndTexts('![x](a.png "Some picture")\n')).toEqual([
      ['images', 'x\na.png\nSome picture'],
      ['image', 'x\na.png\nSome picture'],
      ['paragraph', 'Some picture'],
    ]);
    expect(typesAndTexts('<details>\n\n<summary>Why</summary>\n\nSo.\n\n</details>\n')).toEqual([
      ['expandable', 'Why\nSo.'],
      ['paragraph', 'Why'],
      ['paragraph', 'So.'],
    ]);
    expect(typesAndTexts('A [b](b.md) word[^1] here\n\n[^1]: Noted.\n')).toEqual([
      ['paragraph', 'A b word here'],
      ['paragraph', 'Noted.'],
    ]);
  });

  it('use the values of their data as text if they have no other text', () => {
    const markdown = '{% embed url="https://x.test/a" %}\n\n---\n\n$$\nx^2\n$$\n\n[a.md](a.md "mention")\n';
    expect(typesAndTexts(markdown)).toEqual([
      ['embed', 'https://x.test/a'],
      ['divider', ''],
      ['math', 'x^2'],
      ['paragraph', 'a.md'],
    ]);
  });

  it('include the title of a tab in its text', () => {
    const markdown = '{% tabs %}\n{% tab title="Linux" %}\nInstall.\n{% endtab %}\n{% endtabs %}\n';
    expect(typesAndTexts(markdown)).toEqual([
      ['tabs', 'Linux\nInstall.'],
      ['tabs-item', 'Linux\nInstall.'],
      ['paragraph', 'Install.'],
    ]);
  });

  it('limit the text of a container without splitting a surrogate pair, but not the text of a leaf', () => {
    const [quote, paragraph] = commentableBlocks(`> a${'😀'.repeat(blockTextLimit)}\n`);
    expect(quote!.text).toBe(`a${'😀'.repeat(blockTextLimit / 2 - 1)}`);
    expect(paragraph!.text.length).toBe(1 + 2 * blockTextLimit);
  });

  it('have the same keys as the blocks of the document', () => {
    const markdown = '> 1. a[^n]\n>\n>    | x |\n>    |---|\n>    | y |\n\n![p](q.png "r") ![s](t.png)\n\n[^n]: - b\n';
    const keys = commentableBlocks(markdown).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect([...keys].sort()).toEqual([...readPage(markdown).lines.keys()].sort());
    expect(keys).toEqual(collectBlocks(markdown).map(({ key }) => key));
  });

  it.each([
    [
      'quotes nested 95 deep with much text',
      Array.from({ length: 95 }, (_, level) => `${'> '.repeat(level)}${'x'.repeat(1_000)}`).join('\n\n'),
    ],
    ['a megabyte of items', '- item\n'.repeat(150_000)],
    ['lists of HTML in a cell', `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>${'<ul><li>'.repeat(5_000)}`],
  ])('are found within 2 s of CPU: %s', async (_, markdown) => {
    const blocks = await withinBounds({ cpu: 2 }, () => commentableBlocks(markdown));
    expect(blocks.length).toBeGreaterThan(0);
  });
});
