import { describe, expect, it } from 'vitest';
import { maxWrittenDepth } from '../../../../src/engine/text/document/nodes/nodes.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { writeErrorFor } from './refusal.js';

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

  it('has a blank line between an HTML image and a list below it, because the list would be HTML otherwise', () => {
    const ref = { kind: 'url', url: 'a.png' };
    const image = { object: 'inline', type: 'inline-image', data: { ref, size: 'line' } };
    const list = (...nodes: unknown[]) => block('list-unordered', { nodes: [block('list-item', { nodes })] });
    const below = list(paragraph(leaf('b')));
    expect(markdownFromDocument(document(list(block('paragraph', { nodes: [image] }), below)))).toBe(
      '* <img src="a.png" alt="" data-size="line">\n\n  * b\n',
    );
  });

  it('is empty for an empty document', () => {
    expect(markdownFromDocument(document())).toBe('');
  });

  it('has references as `destination` returns them', () => {
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
    ['a block without a Markdown form', document(block('integration', { nodes: [] })), '/nodes/0', /integration/],
    ['a block that is not in the contract', document(block('columns', { nodes: [] })), '/nodes/0', /columns/],
    [
      'a hint with an unknown style',
      document(block('hint', { data: { style: 'tip' } })),
      '/nodes/0/data/style',
      /"tip"/,
    ],
    [
      'an unknown member of a hint',
      document(block('hint', { data: { style: 'info', icon: 'x' } })),
      '/nodes/0/data/icon',
      /"x"/,
    ],
    [
      'code in a hint',
      document(block('hint', { data: { style: 'info' }, nodes: [block('code')] })),
      '/nodes/0/nodes/0',
      /hint/,
    ],
    ['a tab outside of tabs', document(block('tabs', { nodes: [paragraph()] })), '/nodes/0/nodes/0', /tabs-item/],
    ['an embed without a URL', document(block('embed', { isVoid: true })), '/nodes/0/data/url', /string/],
    [
      'two dollar signs in a formula',
      document(block('math', { data: { formula: '$$' } })),
      '/nodes/0/data/formula',
      /alone/,
    ],
    [
      'a file that is a URL',
      document(block('file', { data: { ref: { kind: 'url', url: 'a' } } })),
      '/nodes/0/data/ref/kind',
      /file/,
    ],
    [
      'a schema with a comma',
      document(block('openapi-schemas', { data: { ref: { kind: 'openapi', spec: 's' }, schemas: ['a,b'] } })),
      '/nodes/0/data/schemas/0',
      /comma/,
    ],
    [
      'an expandable with an unknown part',
      document(block('expandable', { fragments: [{ object: 'fragment', fragment: 'x', nodes: [] }] })),
      '/nodes/0/fragments',
      /expandable-title/,
    ],
    [
      'a block that the contract does not allow there',
      document(block('blockquote', { nodes: [table({})] })),
      '/nodes/0/nodes/0',
      /table/,
    ],
    [
      'an unknown inline',
      document(block('paragraph', { nodes: [{ object: 'inline', type: 'footnote', data: {} }] })),
      '/nodes/0/nodes/0',
      /footnote/,
    ],
    ['an unknown mark', document(paragraph(leaf('a', 'underline'))), '/nodes/0/nodes/0/leaves/0/marks/0', /underline/],
    [
      'a mark in code',
      document(
        block('code', { nodes: [block('code-line', { nodes: [{ object: 'text', leaves: [leaf('a', 'bold')] }] })] }),
      ),
      '/nodes/0/nodes/0/nodes/0/leaves/0/marks',
      /code/,
    ],
    [
      'an invalid alignment',
      document(block('paragraph', { data: { align: 'left' }, nodes: [{ object: 'text', leaves: [leaf('a')] }] })),
      '/nodes/0/data/align',
      /left/,
    ],
    [
      'an invalid title of code',
      document(block('code', { data: { title: 7 }, nodes: [] })),
      '/nodes/0/data/title',
      /7/,
    ],
    [
      'an invalid count of lines',
      document(block('code', { data: { collapsedLineCount: 0.5 }, nodes: [] })),
      '/nodes/0/data/collapsedLineCount',
      /0.5/,
    ],
    [
      'an invalid width of an image',
      document(block('images', { nodes: [block('image', { data: { ref: { kind: 'url', url: 'a' }, width: -1 } })] })),
      '/nodes/0/nodes/0/data/width',
      /-1/,
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
    [
      'cards without a size',
      document(table({}, { view: { type: 'cards', columns: ['a'] } })),
      '/nodes/0/data/view/cardSize',
      /medium/,
    ],
    ['a board', document(table({}, { view: { type: 'board', columns: ['a'] } })), '/nodes/0/data/view/type', /board/],
    [
      'a column of users',
      document(table({}, { definition: { a: { id: 'a', title: 'A', type: 'users', multiple: false } } })),
      '/nodes/0/data/definition/a/type',
      /users/,
    ],
    [
      'a number that is text',
      document(
        table(
          {},
          {
            definition: { a: { id: 'a', title: 'A', type: 'number' } },
            records: { r: { orderIndex: '1', values: { a: 'x' } } },
          },
        ),
      ),
      '/nodes/0/data/records/r/values/a',
      /number/,
    ],
    [
      'a table without columns',
      document(table({}, { view: { type: 'grid', columns: [], hideHeader: false }, definition: {} })),
      '/nodes/0/data/view/columns',
      /empty/,
    ],
    [
      'a cell without its fragment',
      document(table({}, { records: { r: { orderIndex: '1', values: { a: 'x' } } } })),
      '/nodes/0/data/records/r/values/a',
      /"x"/,
    ],
    [
      'a fragment without a cell',
      document(table({ fragments: [{ object: 'fragment', fragment: 'x', nodes: [] }] })),
      '/nodes/0/fragments/0',
      /record/,
    ],
    ['an empty list', document(block('list-unordered', { nodes: [] })), '/nodes/0/nodes', /items/],
    [
      'a negative start of a list',
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
    ['an unknown member of a block', document({ ...paragraph(leaf('a')), style: 'x' }), '/nodes/0/style', /paragraph/],
    ['an unknown member of a document', { ...document(), title: 'x' }, '/title', /document/],
    ['nodes in a divider', document(block('divider', { nodes: [paragraph(leaf('a'))] })), '/nodes/0/nodes', /divider/],
    [
      'fragments of a paragraph',
      document({ ...paragraph(leaf('a')), fragments: [{ object: 'fragment', nodes: [] }] }),
      '/nodes/0/fragments',
      /paragraph/,
    ],
    [
      'text outside of leaves',
      document(block('paragraph', { nodes: [{ object: 'text', text: 'b', leaves: [] }] })),
      '/nodes/0/nodes/0/text',
      /a text \(got "b"/,
    ],
    [
      'data of a mark that has none',
      document(paragraph({ ...leaf('a'), marks: [{ object: 'mark', type: 'bold', data: { weight: 900 } }] })),
      '/nodes/0/nodes/0/leaves/0/marks/0/data',
      /bold/,
    ],
    ['a null byte', document(paragraph(leaf('a\0'))), '/nodes/0/nodes/0/leaves/0/text', /U\+0000/],
    ['a lone surrogate', document(paragraph(leaf('a\uD800'))), '/nodes/0/nodes/0/leaves/0/text', /surrogate/],
    ['text that is a number', document(paragraph(leaf(7))), '/nodes/0/nodes/0/leaves/0/text', /got 7/],
    ['nodes that are not a list', { object: 'document', data: {}, nodes: {} }, '/nodes', /list/],
    ['null instead of a document', null, '', /object/],
    ['a block instead of a document', paragraph(leaf('a')), '/object', /document/],
    ['nesting that is too deep', document(quotes(10_000)), `${'/nodes/0'.repeat(maxWrittenDepth)}/nodes`, /deeper/],
    ['text that is too long', document(paragraph(leaf('word '.repeat(500_000)))), '/nodes', /characters/],
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
    [
      'text that could not be parsed again in time',
      document(paragraph(leaf('[ '.repeat(50_000)))),
      '/nodes',
      /simpler/,
    ],
  ])('refuses content that it cannot express, instead of dropping it: %s', (...[, value, pointer, message]) => {
    expect(writeErrorFor(value)).toMatchObject({ pointer, message: expect.stringMatching(message) });
  });

  it('accepts nesting up to the maximum depth', () => {
    expect(markdownFromDocument(document(quotes(maxWrittenDepth - 1)))).toBe(`${'> '.repeat(maxWrittenDepth - 1)}a\n`);
  });
});
