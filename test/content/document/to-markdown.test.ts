import { describe, expect, it } from 'vitest';
import { maxWrittenDepth } from '../../../src/content/document/nodes.js';
import { markdownFromDocument } from '../../../src/content/document/to-markdown.js';
import { ContentError } from '../../../src/content/types.js';

const document = (...nodes: unknown[]) => ({ object: 'document', data: { schemaVersion: 1 }, nodes });
const leaf = (value: unknown, ...marks: string[]) => ({
  object: 'leaf',
  text: value,
  marks: marks.map((type) => ({ object: 'mark', type })),
});
const paragraph = (...leaves: unknown[]) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves }],
});
const block = (type: string, members: object = {}) => ({ object: 'block', type, data: {}, ...members });
const table = (members: object, data: object = {}) =>
  block('table', {
    fragments: [],
    ...members,
    data: {
      view: { type: 'grid', columns: ['a'], hideHeader: false },
      definition: { a: { id: 'a', title: 'A', type: 'text', textAlignment: 'left' } },
      records: {},
      ...data,
    },
  });
const quotes = (depth: number) =>
  Array.from({ length: depth }).reduce<object>(
    (inner) => block('blockquote', { nodes: [inner] }),
    paragraph(leaf('a')),
  );

describe('Markdown written from a document', () => {
  it('has one fixed style', () => {
    const item = (...nodes: unknown[]) => block('list-item', { nodes });
    const markdown = markdownFromDocument(
      document(
        block('heading-2', { data: { id: 'x' }, nodes: [{ object: 'text', leaves: [leaf('Title')] }] }),
        paragraph(leaf('bold', 'bold'), leaf(' and '), leaf('italic', 'italic'), leaf('\n'), leaf('code', 'code')),
        block('list-unordered', {
          nodes: [item(paragraph(leaf('a')), block('list-ordered', { nodes: [item(paragraph(leaf('b')))] }))],
        }),
        block('divider'),
        block('code', {
          data: { syntax: 'js' },
          nodes: [block('code-line', { nodes: [{ object: 'text', leaves: [leaf('x')] }] })],
        }),
        table({}),
      ),
    );
    expect(markdown).toBe(
      '## Title <a href="#x" id="x"></a>\n\n**bold** and _italic_\\\n`code`\n\n* a\n  1. b\n\n---\n\n```js\nx\n```\n\n| A |\n| - |\n',
    );
  });

  it('is empty for an empty document', () => {
    expect(markdownFromDocument(document())).toBe('');
  });

  it('writes references as `destination` says', () => {
    const link = {
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'page', page: 'p' } },
      nodes: [{ object: 'text', leaves: [leaf('a')] }],
    };
    const options = { destination: (ref: { kind: string }) => `${ref.kind}.md` };
    expect(markdownFromDocument(document(block('paragraph', { nodes: [link] })), options)).toBe('[a](page.md)\n');
  });

  it.each([
    ['an unknown block', document(block('hint', { nodes: [] })), '/nodes/0', /hint/],
    [
      'a block where the contract has none',
      document(block('blockquote', { nodes: [table({})] })),
      '/nodes/0/nodes/0',
      /table/,
    ],
    [
      'an unknown inline',
      document(block('paragraph', { nodes: [{ object: 'inline', type: 'emoji', data: { code: '1' } }] })),
      '/nodes/0/nodes/0',
      /emoji/,
    ],
    ['an unknown mark', document(paragraph(leaf('a', 'color'))), '/nodes/0/nodes/0/leaves/0/marks/0', /color/],
    [
      'a mark in code',
      document(
        block('code', { nodes: [block('code-line', { nodes: [{ object: 'text', leaves: [leaf('a', 'bold')] }] })] }),
      ),
      '/nodes/0/nodes/0/nodes/0/leaves/0/marks',
      /code/,
    ],
    [
      'an alignment',
      document(block('paragraph', { data: { align: 'center' }, nodes: [] })),
      '/nodes/0/data/align',
      /center/,
    ],
    ['a title of code', document(block('code', { data: { title: 'x' }, nodes: [] })), '/nodes/0/data/title', /"x"/],
    [
      'a width of an image',
      document(block('images', { nodes: [block('image', { data: { ref: { kind: 'url', url: 'a' }, width: 10 } })] })),
      '/nodes/0/nodes/0/data/width',
      /10/,
    ],
    [
      'a page without a destination',
      document(
        block('paragraph', {
          nodes: [{ object: 'inline', type: 'link', data: { ref: { kind: 'page', page: 'p' } }, nodes: [] }],
        }),
      ),
      '/nodes/0/nodes/0/data/ref',
      /page/,
    ],
    ['cards', document(table({}, { view: { type: 'cards', columns: ['a'] } })), '/nodes/0/data/view/type', /cards/],
    [
      'a column of numbers',
      document(table({}, { definition: { a: { id: 'a', title: 'A', type: 'number' } } })),
      '/nodes/0/data/definition/a/type',
      /number/,
    ],
    [
      'a hidden column',
      document(table({}, { view: { type: 'grid', columns: [], hideHeader: false } })),
      '/nodes/0/data/view/columns',
      /empty/,
    ],
    [
      'a hidden header',
      document(table({}, { view: { type: 'grid', columns: ['a'], hideHeader: true } })),
      '/nodes/0/data/view/hideHeader',
      /header/,
    ],
    [
      'a cell without its fragment',
      document(table({}, { records: { r: { orderIndex: '1', values: { a: 'x' } } } })),
      '/nodes/0/data/records/r/values/a',
      /"x"/,
    ],
    [
      'a fragment of no cell',
      document(table({ fragments: [{ object: 'fragment', fragment: 'x', nodes: [] }] })),
      '/nodes/0/fragments/0',
      /record/,
    ],
    ['an empty list', document(block('list-unordered', { nodes: [] })), '/nodes/0/nodes', /items/],
    [
      'a start that no list can have',
      document(block('list-ordered', { data: { start: -1 }, nodes: [block('list-item')] })),
      '/nodes/0/data/start',
      /-1/,
    ],
    [
      'a check box without text',
      document(block('list-tasks', { nodes: [block('list-item', { nodes: [] })] })),
      '/nodes/0/nodes/0',
      /check box/,
    ],
    ['a null byte', document(paragraph(leaf('a\0'))), '/nodes/0/nodes/0/leaves/0/text', /U\+0000/],
    ['half a character', document(paragraph(leaf('a\uD800'))), '/nodes/0/nodes/0/leaves/0/text', /surrogate/],
    ['text that is a number', document(paragraph(leaf(7))), '/nodes/0/nodes/0/leaves/0/text', /got 7/],
    ['nodes that are no list', { object: 'document', data: {}, nodes: {} }, '/nodes', /list/],
    ['no document', null, '', /object/],
    ['a block for a document', paragraph(leaf('a')), '/object', /document/],
    ['too deep a nesting', document(quotes(10_000)), `${'/nodes/0'.repeat(maxWrittenDepth)}/nodes`, /deeper/],
    ['too long a text', document(paragraph(leaf('word '.repeat(500_000)))), '/nodes', /characters/],
    [
      'little text in deep nesting',
      document(
        Array.from({ length: 80 }).reduce<object>(
          (inner) => block('blockquote', { nodes: [inner] }),
          paragraph(leaf('a\n'.repeat(50_000))),
        ),
      ),
      '/nodes',
      /characters/,
    ],
    ['what could not be read again in time', document(paragraph(leaf('[ '.repeat(50_000)))), '/nodes', /simpler/],
  ])('never drops what it cannot say, but refuses it: %s', (...[, value, pointer, message]) => {
    expect(refusalOf(value)).toMatchObject({ pointer, message: expect.stringMatching(message) });
  });

  it('takes every document up to the deepest nesting it allows', () => {
    expect(markdownFromDocument(document(quotes(maxWrittenDepth - 1)))).toBe(`${'> '.repeat(maxWrittenDepth - 1)}a\n`);
  });
});

function refusalOf(value: unknown): ContentError {
  try {
    markdownFromDocument(value);
  } catch (error) {
    if (error instanceof ContentError) return error;
    throw error;
  }
  throw new Error('the document was not refused');
}
