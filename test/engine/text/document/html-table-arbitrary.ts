import fc from 'fast-check';
import { code, heading, paragraph } from './document-arbitrary.js';
import { line, ref, text } from './inline-arbitrary.js';
import { anyRef, block, fileRef, leafBlocks, name, number, partialRecord } from './leaf-arbitrary.js';

const kinds = [number, fc.boolean(), fc.array(name, { maxLength: 2 }), anyRef] as const;
const cellBlock = fc.oneof(
  { weight: 3, arbitrary: paragraph },
  leafBlocks.aligned!.filter((value) => !JSON.stringify(value).includes('"id"')),
  heading.map((value) => ({ ...value, data: {} })),
  block('list-unordered', {
    nodes: fc.array(block('list-item', { nodes: fc.array(paragraph, { minLength: 1, maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  block('list-ordered', {
    data: partialRecord({ start: fc.constantFrom(0, 1, 7) }),
    nodes: fc.array(block('list-item', { nodes: fc.array(paragraph, { minLength: 1, maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  code,
);

const column = fc.record({
  title: text,
  type: fc.constantFrom('text', 'text', 'number', 'rating', 'checkbox', 'files', 'content-ref', 'image'),
  textAlignment: fc.constantFrom('left', 'center', 'right'),
  verticalAlignment: fc.option(fc.constantFrom('top', 'middle', 'bottom'), { nil: undefined }),
  max: fc.integer({ min: 0, max: 9 }),
  width: fc.option(number, { nil: undefined }),
  hidden: fc.boolean(),
});
const cellOf = fc.record({
  blocks: fc.array(cellBlock, { minLength: 1, maxLength: 3 }),
  number: kinds[0],
  flag: kinds[1],
  files: kinds[2],
  ref: kinds[3],
  image: partialRecord({ ref: fc.oneof(ref, fileRef), alt: line, objectFit: fc.constantFrom('cover', 'fill') }, [
    'ref',
  ]),
});
const viewOf = fc.record({
  cards: fc.boolean(),
  cardSize: fc.constantFrom('medium', 'large'),
  hide: fc.boolean(),
  role: fc.constantFrom(undefined, 'targetDefinition', 'coverDefinition', 'coverDefinitionDark'),
});

const valueNames: { [type: string]: string } = {
  number: 'number',
  rating: 'number',
  checkbox: 'flag',
  files: 'files',
  'content-ref': 'ref',
  image: 'image',
};

/** Generates tables with all kinds of columns that Markdown can express, shown as a grid or as cards. */
export const htmlTable = fc
  .record({
    columns: fc.array(column, { minLength: 1, maxLength: 3 }),
    rows: fc.array(fc.array(fc.option(cellOf, { freq: 4 }), { minLength: 3, maxLength: 3 }), { maxLength: 2 }),
    view: viewOf,
    fullWidth: fc.boolean(),
  })
  .map(({ columns, rows, view, fullWidth }) => {
    const definition = Object.fromEntries(
      columns.map(({ title, type, textAlignment, verticalAlignment, max }, c) => {
        const own = type === 'text' ? { textAlignment, ...(verticalAlignment && { verticalAlignment }) } : {};
        return [`c${c}`, { id: `c${c}`, title, type, ...own, ...(type === 'rating' && { max }) }];
      }),
    );
    const fragments: object[] = [];
    const records = rows.map((row, r) => {
      const values = columns.flatMap(({ type }, c) => {
        const cell = row[c] as { [name: string]: unknown } | null;
        if (!cell) return [];
        if (type !== 'text') return [[`c${c}`, cell[valueNames[type]!]]];
        fragments.push({ object: 'fragment', fragment: `${r}-${c}`, nodes: cell.blocks });
        return [[`c${c}`, `${r}-${c}`]];
      });
      return [`r${r}`, { orderIndex: `a${r}`, values: Object.fromEntries(values) }];
    });
    const visibleColumns = columns.flatMap(({ hidden }, c) => (hidden ? [] : [`c${c}`]));
    const widths = columns.flatMap(({ width }, c) => (width === undefined ? [] : [[`c${c}`, width]]));
    const grid = {
      type: 'grid',
      columns: visibleColumns,
      columnWidths: Object.fromEntries(widths),
      hideHeader: view.hide,
    };
    const cards = {
      type: 'cards',
      columns: visibleColumns,
      cardSize: view.cardSize,
      hideColumnTitle: view.hide,
      ...(view.role && { [view.role]: 'c0' }),
    };
    const data = { view: view.cards ? cards : grid, definition, records: Object.fromEntries(records), fullWidth };
    return { object: 'block', type: 'table', isVoid: true, data, fragments };
  });
