import fc from 'fast-check';
import { expect, it } from 'vitest';
import { specificationView } from '../../../src/engine/openapi/view/specification-view.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { renderPdf } from '../../../src/render/pdf/render.js';
import { moveClock } from '../../support/clock.js';
import {
  block,
  documentOf,
  expectWords,
  fragment,
  inputOf,
  paragraph,
  printAndParse,
  section,
  text,
} from './documents.js';
import { png } from './png.js';
import { readPdf } from './read-pdf.js';

const url = { kind: 'url', url: 'https://example.org/x' };

const table = block('table', [], {
  data: {
    view: { type: 'grid', columns: ['t', 'c', 'r', 's', 'u', 'n', 'l'] },
    definition: {
      t: { id: 't', title: 'Column text', type: 'text', textAlignment: 'left' },
      c: { id: 'c', title: 'Done', type: 'checkbox' },
      r: { id: 'r', title: 'Stars', type: 'rating', max: 5 },
      s: { id: 's', title: 'Choice', type: 'select', options: [{ value: 'x', label: 'Label of x', color: 'red' }] },
      u: { id: 'u', title: 'People', type: 'users' },
      n: { id: 'n', title: 'Count', type: 'number' },
      l: { id: 'l', title: 'Link', type: 'content-ref' },
    },
    records: {
      two: { orderIndex: 'b', values: { t: 'second', n: 7 } },
      one: { orderIndex: 'a', values: { t: 'cell', c: true, r: 3, s: ['x'], u: ['usr_1'], n: 42, l: url } },
    },
  },
  fragments: [fragment('cell', [paragraph('Text of a cell')])],
});

/** Returns an element of raw HTML. */
const element = (name: string, ...nodes: DocumentNode[]) => block('element', nodes, { data: { name } });

/** Each documented block type, with the words that its PDF must contain. */
const blocks: [kind: string, block: DocumentNode, ...words: string[]][] = [
  ['paragraph', paragraph('A paragraph'), 'A paragraph'],
  ['heading-1', block('heading-1', [text('One')]), 'One'],
  ['heading-3', block('heading-3', [text('Three')]), 'Three'],
  [
    'list-ordered',
    block('list-ordered', [block('list-item', [paragraph('third')])], { data: { start: 3 } }),
    '3.third',
  ],
  ['list-unordered', block('list-unordered', [block('list-item', [paragraph('bullet')])]), '•bullet'],
  [
    'list-tasks',
    block('list-tasks', [block('list-item', [paragraph('task')], { data: { checked: true } })]),
    '[x]task',
  ],
  [
    'updates',
    block('updates', [block('update', [paragraph('news')], { data: { date: '2026-11-27' } })]),
    '2026-11-27',
    'news',
  ],
  ['response', block('response', [paragraph('of a team')], { data: { terms: ['id', 'string'] } }), 'id string'],
  ['element', element('table', element('tr', element('td', text('in a cell')))), 'in a cell'],
  ['blockquote', block('blockquote', [paragraph('quoted')]), 'quoted'],
  ['hint', block('hint', [paragraph('hinted')], { data: { style: 'danger' } }), 'hinted'],
  ['if', block('if', [paragraph('conditional')], { data: { expression: 'true' } }), 'conditional'],
  [
    'images',
    block('images', [
      block('image', [], { data: { ref: url, alt: 'Alt' }, fragments: [fragment('caption', [paragraph('Caption')])] }),
    ]),
    'Image: Alt',
    'Caption',
  ],
  ['file', block('file', [], { data: { ref: { kind: 'file', file: 'file_1' } } }), 'File: report.zip'],
  ['drawing', block('drawing', [], { data: { ref: { kind: 'file', file: 'file_1' } } }), 'Drawing: report.zip'],
  ['embed', block('embed', [], { data: { url: 'https://video.test/v' } }), 'https://video.test/v'],
  [
    'code',
    block('code', [block('code-line', [text('let a = 1;')])], { data: { title: 'main.js', lineNumbers: true } }),
    'main.js',
    '1let a = 1;',
  ],
  ['math', block('math', [], { data: { formula: 'e = mc^2' } }), 'e = mc^2'],
  [
    'expandable',
    block('expandable', [], {
      fragments: [
        fragment('expandable-title', [paragraph('Open me')]),
        fragment('expandable-body', [paragraph('Inside')]),
      ],
    }),
    'Open me',
    'Inside',
  ],
  [
    'tabs',
    block('tabs', [block('tabs-item', [paragraph('In the tab')], { data: { title: 'First tab' } })]),
    'First tab',
    'In the tab',
  ],
  [
    'table',
    table,
    'Column text',
    'Text of a cell',
    '[x]',
    '3 / 5',
    'Label of x',
    '@usr_1',
    '42',
    'https://example.org/x',
    'second',
  ],
  [
    'openapi-operation',
    block('openapi-operation', [], {
      data: { ref: { kind: 'openapi', spec: 'petstore' }, method: 'get', path: '/pets' },
    }),
    'GET /pets',
    'petstore',
  ],
  [
    'openapi-schemas',
    block('openapi-schemas', [], { data: { ref: { kind: 'openapi', spec: 'petstore' }, schemas: ['Pet', 'Owner'] } }),
    'Pet, Owner',
  ],
  ['content-ref', block('content-ref', [], { data: { ref: { kind: 'page', page: 'a' } } }), 'Page a'],
  [
    'integration',
    block('integration', [], { data: { integration: 'charts', block: 'bar', url: 'https://charts.test/1' } }),
    'charts / bar',
    'https://charts.test/1',
  ],
  [
    'reusable-content',
    block('reusable-content', [], { data: { ref: { kind: 'reusable-content', reusableContent: 'rsc_1' } } }),
    'Shared words',
  ],
  [
    'stepper',
    block('stepper', [block('stepper-step', [paragraph('Step one')]), block('stepper-step', [paragraph('Step two')])]),
    '1Step one',
    '2Step two',
  ],
  [
    'columns',
    block('columns', [block('column', [paragraph('Left')]), block('column', [paragraph('Right')])]),
    'Left',
    'Right',
  ],
  [
    'an unknown kind',
    block('hologram', [paragraph('Deep inside')], { fragments: [fragment('x', [paragraph('In a part')])] }),
    'Deep inside',
    'In a part',
  ],
  ['an empty unknown kind', block('hologram'), '[hologram]'],
];

const more = {
  named: { pages: new Map([['a', 'Page a']]), files: new Map([['file_1', 'report.zip']]) },
  shared: new Map([
    [
      'rsc_1',
      documentOf(
        paragraph('Shared words'),
        block('reusable-content', [], { data: { ref: { kind: 'reusable-content', reusableContent: 'rsc_1' } } }),
      ),
    ],
  ]),
};

it.each(blocks)('a block of the kind %s is printed', async (_, node, ...words) => {
  expectWords(await printAndParse(documentOf(node), more), ...words);
});

it('a random tree is printed with all its words', async () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/);
  const kinds = fc.constantFrom(
    'paragraph',
    'hint',
    'tabs',
    'list-unordered',
    'columns',
    'toString',
    'unheard-of',
    'blockquote',
  );
  const { tree } = fc.letrec<{ tree: DocumentNode; leaf: DocumentNode }>((tie) => ({
    leaf: word.map((words) => paragraph(words)),
    tree: fc.oneof(
      { depthSize: 'small' },
      tie('leaf'),
      fc
        .tuple(
          kinds.filter((kind) => kind !== 'paragraph'),
          fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        )
        .map(([kind, nodes]) => block(kind, nodes)),
    ),
  }));
  const wordsOf = (node: DocumentNode): string[] =>
    node.leaves?.map((leaf) => leaf.text) ?? (node.nodes ?? []).flatMap(wordsOf);
  const property = fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (nodes) => {
    expectWords(await printAndParse(documentOf(...nodes)), ...nodes.flatMap(wordsOf));
  });
  await fc.assert(property, { numRuns: 25 });
});

it('a PDF without pages shows only its title', async () => {
  const pdf = await readPdf(await renderPdf(inputOf([])));
  expect([pdf.sheets.length, pdf.title]).toEqual([1, 'Manual']);
});

it('the same input gives the same bytes at any time of day', async () => {
  const sections = [
    section('a', '# A\n\nText 文 😀 `code` [b](b.md)\n'),
    section('b', documentOf(...blocks.map(([, node]) => node))),
  ];
  const images = new Map([
    ['x', png(5, 5, true)],
    ['y', png(9, 9, true)],
    ['z', png(7, 7, false)],
  ]);
  const once = await renderPdf(inputOf(sections, { images }));
  moveClock(3_600_000);
  expect(Buffer.compare(once, await renderPdf(inputOf(sections, { images })))).toBe(0);
});

it('an operation is printed from its specification if the specification is available', async () => {
  const ref = { kind: 'openapi', spec: 'pets' };
  const node = block('openapi-operation', [], { data: { ref, method: 'get', path: '/pets' } });
  const specification = {
    openapi: '3.1.0',
    paths: {
      '/pets': {
        get: {
          summary: 'List pets',
          description: 'All *pets*.',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          responses: {
            '200': {
              description: 'Some',
              content: {
                'text/json': { schema: { properties: { owner: { properties: { name: { type: 'string' } } } } } },
              },
            },
          },
        },
      },
    },
  };
  const pdf = await printAndParse(documentOf(node), {
    specifications: { viewOf: (_, part) => specificationView(specification, part) },
  });
  expectWords(
    pdf,
    'List pets',
    'GET /pets',
    'All pets.',
    'limit',
    'integer',
    '200',
    'text/json',
    'owner.name',
    'string',
  );
});
