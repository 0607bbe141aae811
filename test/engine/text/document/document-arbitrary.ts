import fc from 'fast-check';
import { inlines, line, markupFragments, ref, text } from './inline-arbitrary.js';

/**
 * Generates documents of the kinds that CommonMark and GFM have. The documents are not normalized, because API clients
 * need not send normalized documents.
 */

export const paragraph = fc.record({ object: fc.constant('block'), type: fc.constant('paragraph'), nodes: inlines });
export const heading = fc.record({
  object: fc.constant('block'),
  type: fc.constantFrom('heading-1', 'heading-2', 'heading-3'),
  nodes: inlines,
  data: fc.record({ id: fc.stringMatching(/^[-a-z0-9.+_]{1,8}$/) }, { requiredKeys: [] }),
});
export const divider = fc.constant({ object: 'block', type: 'divider', data: {}, isVoid: true });
const codeLine = fc.record({
  object: fc.constant('block'),
  type: fc.constant('code-line'),
  data: fc.constant({}),
  nodes: text.map((value) => [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }]),
});
export const code = fc.record({
  object: fc.constant('block'),
  type: fc.constant('code'),
  data: fc.record({ syntax: line.map((value) => value.trim().split(/\s+/).join(' ')) }, { requiredKeys: [] }),
  nodes: fc.array(codeLine, { maxLength: 4 }),
});
const image = fc.record({
  object: fc.constant('block'),
  type: fc.constant('image'),
  isVoid: fc.constant(true),
  data: fc.record({ ref, alt: line }, { requiredKeys: ['ref'] }),
  fragments: fc.oneof(
    fc.constant([]),
    line.map((value) => [
      {
        object: 'fragment',
        fragment: 'caption',
        nodes: [
          {
            object: 'block',
            type: 'paragraph',
            nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }],
          },
        ],
      },
    ]),
  ),
});
export const images = fc.record({
  object: fc.constant('block'),
  type: fc.constant('images'),
  isVoid: fc.constant(false),
  data: fc.constant({}),
  nodes: fc.array(image, { minLength: 1, maxLength: 2 }),
});

/** Inlines of cells, without backslashes in code. Code in a cell cannot have a backslash before a pipe (GFM). */
const cellInlines = inlines.map((nodes) => withoutBackslashes(nodes) as typeof nodes);

function withoutBackslashes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, node) =>
    node?.object === 'leaf' && JSON.stringify(node.marks).includes('code')
      ? { ...node, text: node.text.replaceAll('\\', '/') }
      : node,
  );
}

export const table = fc
  .record({
    columns: fc.array(fc.record({ title: text, textAlignment: fc.constantFrom('left', 'center', 'right') }), {
      minLength: 1,
      maxLength: 3,
    }),
    rows: fc.array(fc.array(fc.option(cellInlines, { freq: 4 }), { minLength: 3, maxLength: 3 }), { maxLength: 3 }),
  })
  .map(({ columns, rows }) => {
    const definition = Object.fromEntries(
      columns.map((column, c) => [`c${c}`, { ...column, id: `c${c}`, type: 'text' }]),
    );
    const cells = rows.map((row) => row.slice(0, columns.length));
    const fragments = cells.flatMap((row, r) =>
      row.flatMap((nodes, c) =>
        nodes
          ? [{ object: 'fragment', fragment: `${r}-${c}`, nodes: [{ object: 'block', type: 'paragraph', nodes }] }]
          : [],
      ),
    );
    const records = Object.fromEntries(
      cells.map((row, r) => {
        const values = row.flatMap((nodes, c) => (nodes ? [[`c${c}`, `${r}-${c}`]] : []));
        return [`r${r}`, { orderIndex: `a${r}`, values: Object.fromEntries(values) }];
      }),
    );
    const view = { type: 'grid', columns: Object.keys(definition), hideHeader: false };
    return { object: 'block', type: 'table', isVoid: true, data: { view, definition, records }, fragments };
  });

/** Blocks of the top level, and blocks that are allowed in other blocks. */
export const {
  blocks,
  essential: nestableBlock,
  list,
  quote,
} = fc.letrec<{
  item: unknown;
  task: unknown;
  list: unknown;
  quote: unknown;
  essential: unknown;
  blocks: unknown[];
}>((tie) => ({
  item: fc.record({
    object: fc.constant('block'),
    type: fc.constant('list-item'),
    nodes: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: paragraph },
        { weight: 2, arbitrary: tie('list') },
        tie('essential'),
        tie('quote'),
        code,
        table,
      ),
      { maxLength: 3 },
    ),
  }),
  task: fc.record({
    object: fc.constant('block'),
    type: fc.constant('list-item'),
    data: fc.record({ checked: fc.boolean() }),
    nodes: fc.array(tie('essential'), { maxLength: 1 }).map((rest) => [taskText, ...rest]),
  }),
  list: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      object: fc.constant('block'),
      type: fc.constant('list-unordered'),
      nodes: fc.array(fc.oneof({ weight: 4, arbitrary: tie('item') }, tie('task')), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      object: fc.constant('block'),
      type: fc.constant('list-ordered'),
      data: fc.record({ start: fc.constantFrom(0, 1, 3, 9, 99) }, { requiredKeys: [] }),
      nodes: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      object: fc.constant('block'),
      type: fc.constant('list-tasks'),
      nodes: fc.array(tie('task'), { minLength: 1, maxLength: 3 }),
    }),
  ),
  quote: fc.record({
    object: fc.constant('block'),
    type: fc.constant('blockquote'),
    nodes: fc.array(fc.oneof({ maxDepth: 3 }, { weight: 3, arbitrary: tie('essential') }, tie('quote')), {
      maxLength: 3,
    }),
  }),
  essential: fc.oneof({ maxDepth: 3 }, { weight: 3, arbitrary: paragraph }, heading, divider, tie('list')),
  blocks: fc.array(
    fc.oneof(
      { maxDepth: 3 },
      { weight: 4, arbitrary: paragraph },
      heading,
      divider,
      code,
      table,
      images,
      tie('quote'),
      tie('list'),
    ),
    { maxLength: 4 },
  ),
}));

const taskText = {
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'to do', marks: [] }] }],
};

/** Generates any document of the supported kinds. */
export const documents = blocks.map((nodes) => ({ object: 'document', data: { schemaVersion: 1 }, nodes }));

/** Generates Markdown fragments in any order, as no author or program would write them. */
export const randomMarkdown = fc
  .array(
    fc.constantFrom(
      ...markupFragments,
      '\n',
      '\n\n',
      '\n    ',
      '\n> ',
      '\n- ',
      '\n1. ',
      '\n|-|-|\n',
      '\n[a]: b\n',
      '[a]',
      '  \n',
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''));
