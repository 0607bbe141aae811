import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import type { Block, Inline, Text } from '../../../../src/engine/text/document/nodes/nodes.js';
import type { TableData } from './normal-form.js';

const text = (value: string, ...marks: string[]) => ({
  object: 'leaf',
  text: value,
  marks: marks.map((type) => ({ object: 'mark', type })),
});
const nodes = (markdown: string) => documentFromMarkdown(markdown).nodes;
const paragraph = (...leaves: object[]) => ({ type: 'paragraph', nodes: [{ object: 'text', leaves }] });

describe('a document made from Markdown', () => {
  it('has a schema version, and is empty for an empty page', () => {
    expect(documentFromMarkdown('')).toEqual({ object: 'document', data: { schemaVersion: 1 }, nodes: [] });
  });

  it.each([
    ['bold', '**a**', text('a', 'bold')],
    ['italic', '_a_', text('a', 'italic')],
    ['strikethrough', '~~a~~', text('a', 'strikethrough')],
    ['code', '`a`', text('a', 'code')],
    ['bold, italic and code', '**_`a`_**', text('a', 'bold', 'italic', 'code')],
  ])('has the mark %s', (_, markdown, leaf) => {
    expect(nodes(markdown)).toMatchObject([paragraph(leaf)]);
  });

  it('has a newline for a hard break or <br>, and a space for a soft one', () => {
    expect(nodes('a\\\nb  \nc<br>d\ne')).toMatchObject([paragraph(text('a\nb\nc\nd e'))]);
  });

  it('has three levels of headings, each with a unique id', () => {
    const markdown =
      '# One\n\n## Zwei Äpfel!\n\n### One\n\n#### Deep\n\n###### Deep\n\n## Named <a href="#x.y" id="x.y"></a>';
    expect(nodes(markdown).map(({ type, data, meta }) => [type, data, meta])).toEqual([
      ['heading-1', {}, { id: 'one' }],
      ['heading-2', {}, { id: 'zwei-äpfel' }],
      ['heading-3', {}, { id: 'one-1' }],
      ['heading-3', {}, { id: 'deep' }],
      ['heading-3', {}, { id: 'deep-1' }],
      ['heading-2', { id: 'x.y' }, { id: 'x.y' }],
    ]);
    expect(nodes(markdown)[5]).toMatchObject({ nodes: [{ leaves: [text('Named')] }] });
  });

  it('distinguishes lists with bullets, numbers and check boxes', () => {
    expect(nodes('- a\n\n<!-- -->\n\n3. b\n\n<!-- -->\n\n- [x] c\n- [ ] d')).toMatchObject([
      { type: 'list-unordered', nodes: [{ type: 'list-item', data: {}, nodes: [paragraph(text('a'))] }] },
      paragraph(text('<!-- -->')),
      { type: 'list-ordered', data: { start: 3 } },
      paragraph(text('<!-- -->')),
      { type: 'list-tasks', nodes: [{ data: { checked: true } }, { data: { checked: false } }] },
    ]);
  });

  it('has the info string of code split into parts, and one block for each line', () => {
    expect(nodes('```rust,editable title="x"\na\n\n  b\n```')).toMatchObject([
      {
        type: 'code',
        data: { syntax: 'rust', info: ',editable title="x"', title: 'x' },
        nodes: [{ nodes: [{ leaves: [text('a')] }] }, { nodes: [] }, { nodes: [{ leaves: [text('  b')] }] }],
      },
    ]);
  });

  it('has a table as definitions, records and fragments', () => {
    const [table] = nodes('| A | **B** |  |\n| :- | :-: | -: |\n| 1 | `x\\|y` |  |\n| 2 | | | 4 |');
    const { view, definition, records } = table!.data as unknown as TableData;
    const columns = view.columns.map((id) => definition[id]);
    expect(columns.map((column) => [column?.title, column?.type, column?.textAlignment])).toEqual([
      ['A', 'text', 'left'],
      ['B', 'text', 'center'],
      ['', 'text', 'right'],
      ['', 'text', 'left'],
    ]);
    const cells = new Map(table?.fragments?.map((fragment) => [fragment.fragment, fragment.nodes]));
    const rows = Object.values(records).map(({ values }) => view.columns.map((id) => cells.get(values[id] ?? '')));
    expect(rows).toMatchObject([
      [[paragraph(text('1'))], [paragraph(text('x|y', 'code'))], undefined, undefined],
      [[paragraph(text('2'))], undefined, undefined, [paragraph(text('4'))]],
    ]);
    expect(view).toMatchObject({ type: 'grid', hideHeader: false });
  });

  it('has a paragraph of images as an `images` block, and an image among words as an inline', () => {
    expect(nodes('![alt](a.png "Caption")\n\nsee ![alt](a.png "Caption")')).toMatchObject([
      {
        type: 'images',
        isVoid: false,
        nodes: [
          {
            type: 'image',
            data: { ref: { kind: 'url', url: 'a.png' }, alt: 'alt' },
            fragments: [{ fragment: 'caption', nodes: [paragraph(text('Caption'))] }],
          },
        ],
      },
      {
        type: 'paragraph',
        nodes: [{ object: 'text' }, { type: 'inline-image', data: { alt: 'alt', caption: 'Caption' } }],
      },
    ]);
  });

  it('has resolved links, images and references; an image that is neither a file nor a URL retains the URL as written', () => {
    const resolve = (url: string) => ({ kind: 'page', page: `page of ${url}` });
    const document = documentFromMarkdown('[a](b.md) [c][d] ![e](f.png)\n\n[d]: g.md', { resolve });
    expect(document.nodes).toMatchObject([
      {
        nodes: [
          { type: 'link', data: { ref: { kind: 'page', page: 'page of b.md' } } },
          { object: 'text' },
          { type: 'link', data: { ref: { kind: 'page', page: 'page of g.md' } } },
          { object: 'text' },
          { type: 'inline-image', data: { ref: { kind: 'url', url: 'f.png' } } },
        ],
      },
    ]);
    expect(document.nodes).toHaveLength(1);
  });

  it.each([
    ['an HTML block', '<div>\n  <b>x</b>\n</div>', '<div>\n  <b>x</b>\n</div>'],
    ['HTML without an inline in the contract', 'a <u>b</u>', 'a <u>b</u>'],
    ['a comment', '<!-- a -->', '<!-- a -->'],
    ['an image of HTML with lines below it', '<img src="a.png">\nText\n* item', '<img src="a.png">\nText\n* item'],
    ['a tag without its end', '{% hint style="info" %}', '{% hint style="info" %}'],
    ['an unused definition', '[//]: # (a comment)', '[//]: # (a comment)'],
    ['a table in a quote', '> | a |\n> | - |', '| a |\n| - |'],
  ])('retains content without a block in the contract as visible text: %s', (_, markdown, visibleText) => {
    expect(leavesOf(nodes(markdown))).toEqual([text(visibleText)]);
  });

  it('has code in a quote as text with the mark code, because the contract has no code blocks there', () => {
    expect(leavesOf(nodes('> ```js\n> a\n> ```'))).toEqual([text('a', 'code')]);
  });
});

function leavesOf(nodes: readonly (Block | Inline | Text)[]): unknown[] {
  return nodes.flatMap((node) =>
    node.object === 'text' ? node.leaves : leavesOf('nodes' in node ? (node.nodes ?? []) : []),
  );
}
