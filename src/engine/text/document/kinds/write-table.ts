import type { Html, PhrasingContent, Table, TableCell, TableRow } from 'mdast';
import { ownMember } from '../../../base/own-member.js';
import { writeInlines } from '../inlines/write-inlines.js';
import { dataAt, listAt, type Members, membersAt, refuse } from '../nodes/shape.js';
import { type CellFragment, type Column, columnsAt, fragmentsAt, recordsAt } from '../nodes/table-shape.js';
import type { WriteState } from '../nodes/write-state.js';

/**
 * Maximum number of cells in a written table. The records of a document may omit cells, but the rows in Markdown must
 * contain all of them.
 */
export const maxCells = 30_000;

/**
 * Writes a table whose columns are all of type text, in the order of its view; records are in the order of their
 * `orderIndex`.
 */
export function writeTable(writeState: WriteState, block: Members, pointer: string): Table {
  const data = dataAt(block, pointer, ['view', 'records', 'definition']);
  const columns = columnsAt(data, `${pointer}/data`);
  const records = recordsAt(data.records, { pointer: `${pointer}/data/records`, columns });
  if (columns.length * records.length > maxCells) {
    refuse(pointer, `must have at most ${maxCells} cells`, columns.length * records.length);
  }
  const fragments = fragmentsAt(block.fragments, `${pointer}/fragments`);
  const rows = records.map(({ values, at }): TableRow => {
    const cells = columns.map(({ id }) =>
      writeCell(writeState, ownMember(values, id), { pointer: `${at}/${id}`, fragments }),
    );
    return { type: 'tableRow', children: cells };
  });
  const [unused] = [...fragments.values()].filter((fragment) => !fragment.used);
  if (unused) refuse(unused.pointer, 'must be the cell of a record');
  const header: TableRow = { type: 'tableRow', children: columns.map((column) => titleCell(writeState, column)) };
  return { type: 'table', align: columns.map((column) => column.align), children: [header, ...rows] };
}

function writeCell(
  writeState: WriteState,
  value: unknown,
  { pointer, fragments }: { pointer: string; fragments: Map<string, CellFragment> },
): TableCell {
  if (value === undefined || value === null || value === '') return { type: 'tableCell', children: [] };
  const fragment = typeof value === 'string' ? fragments.get(value) : undefined;
  if (!fragment) refuse(pointer, "must be the name of one of the table's fragments", value);
  fragment.used = true;
  const blocks = listAt(fragment.nodes, `${fragment.pointer}/nodes`);
  if (blocks.length > 1) refuse(`${fragment.pointer}/nodes/1`, 'must be absent: a cell in Markdown has one paragraph');
  const children = blocks.flatMap((block) => paragraphContent(writeState, block, `${fragment.pointer}/nodes/0`));
  if (hasEscapedPipe(children))
    refuse(fragment.pointer, 'must not have "\\|" in code or a formula: in a cell that says "|"');
  return cellOf(children);
}

function paragraphContent(writeState: WriteState, block: unknown, pointer: string): TableCell['children'] {
  const paragraph = membersAt(block, pointer);
  if (paragraph.type !== 'paragraph')
    refuse(pointer, 'must be a paragraph: Markdown has no other block in a cell', paragraph.type);
  dataAt(paragraph, pointer, []);
  return writeInlines(writeState, paragraph.nodes, { pointer: `${pointer}/nodes`, host: 'line' });
}

function titleCell(writeState: WriteState, { title, pointer }: Column): TableCell {
  const text = { object: 'text', leaves: [{ text: title }] };
  return cellOf(writeInlines(writeState, [text], { pointer, host: 'line' }));
}

/**
 * Creates a cell. White space at its edges becomes character references, because Markdown would ignore it as padding.
 */
function cellOf(children: readonly PhrasingContent[]): TableCell {
  const [, leading, first] = matchAtEdge(children[0], /^([ \t]?)(.*)$/s);
  const started = leading
    ? [characterReference(leading), { type: 'text' as const, value: first! }, ...children.slice(1)]
    : children;
  const [, last, trailing] = matchAtEdge(started.at(-1), /^(.*?)([ \t]?)$/s);
  const whole = trailing
    ? [...started.slice(0, -1), { type: 'text' as const, value: last! }, characterReference(trailing)]
    : started;
  return { type: 'tableCell', children: whole.filter((node) => node.type !== 'text' || node.value) };
}

function matchAtEdge(node: PhrasingContent | undefined, pattern: RegExp): string[] {
  return (node?.type === 'text' && pattern.exec(node.value)) || [];
}

function characterReference(space: string): Html {
  return { type: 'html', value: `&#${space.charCodeAt(0)};` };
}

/**
 * Reports whether code or formulas contain an escaped pipe. In a cell, a backslash before a pipe is always an escape,
 * even in code.
 */
function hasEscapedPipe(nodes: readonly PhrasingContent[]): boolean {
  return nodes.some((node) => {
    if (node.type === 'inlineCode' || node.type === 'inlineMath') return node.value.includes('\\|');
    return 'children' in node && hasEscapedPipe(node.children);
  });
}
