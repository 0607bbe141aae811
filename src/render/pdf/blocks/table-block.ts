import type { ContentRef, Json } from '../../../engine/base/types.js';
import type { DocumentNode } from '../../../engine/text/document/node-shape.js';
import type { InlineState } from './inline-runs.js';
import { type Align, colors, type PrintBlock, plainRun, type Run, textPrintBlock } from './print-blocks.js';

type Members = { [name: string]: Json | undefined };

/** Value of a cell, and the state for printing it. */
interface Cell {
  value: Json | undefined;
  definition: Members;
  fragment(name: string): DocumentNode | undefined;
  read(nodes: readonly DocumentNode[]): PrintBlock[];
  inlineState: InlineState;
}

/** Converts a table, or a table of cards, to rows and columns. Hidden columns are omitted. */
export function tableBlock(
  inlineState: InlineState,
  node: DocumentNode,
  read: (nodes: readonly DocumentNode[]) => PrintBlock[],
): PrintBlock {
  const view = membersOf(node.data?.view);
  const definitions = membersOf(node.data?.definition);
  const ids = Array.isArray(view.columns) ? view.columns.map(String) : Object.keys(definitions);
  const fragments = new Map((node.fragments ?? []).map((one) => [one.fragment ?? one.key ?? '', one]));
  const records = Object.values(membersOf(node.data?.records)).map(membersOf);
  records.sort((a, b) => compare(String(a.orderIndex ?? ''), String(b.orderIndex ?? '')));
  const rows: PrintBlock[][][] = [];
  for (const record of records) {
    if (inlineState.room.left <= 0) break;
    const values = membersOf(record.values);
    const cells = ids.map((id) =>
      cellPieces({
        value: values[id],
        definition: membersOf(definitions[id]),
        fragment: (name) => fragments.get(name),
        read,
        inlineState,
      }),
    );
    rows.push(cells);
  }
  const columns = ids.map((id) => columnOf(membersOf(definitions[id])));
  return { kind: 'table', columns, rows, hideHeader: view.hideHeader === true || view.hideColumnTitle === true };
}

/** Compares order indexes by code units, so that the order does not depend on the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function columnOf({ title, textAlignment }: Members): { title: string; align: Align } {
  const align = textAlignment === 'center' || textAlignment === 'right' ? textAlignment : 'left';
  return { title: typeof title === 'string' ? title : '', align };
}

function cellPieces(cell: Cell): PrintBlock[] {
  const { value, definition } = cell;
  if (value === undefined || value === null) return [];
  const kind = String(definition.type);
  const known = Object.hasOwn(cells, kind) ? cells[kind]! : textCell;
  return known(cell);
}

const cells: Record<string, (cell: Cell) => PrintBlock[]> = {
  checkbox: ({ value }) => line(plainRun(value === true ? '[x]' : '[ ]', { mono: true })),
  rating: ({ value, definition }) => line(plainRun(`${formatValue(value)} / ${formatValue(definition.max)}`)),
  select: ({ value, definition }) => {
    const options = Array.isArray(definition.options) ? definition.options.map(membersOf) : [];
    const label = (one: Json) => formatValue(options.find((option) => option.value === one)?.label ?? one);
    return line(plainRun(toArray(value).map(label).join(', ')));
  },
  users: (cell) =>
    line(
      plainRun(
        toArray(cell.value)
          .map((id) => `@${formatValue(id)}`)
          .join(', '),
      ),
    ),
  files: (cell) => {
    const names = toArray(cell.value).map((id) =>
      cell.inlineState.references.nameOf({ kind: 'file', file: formatValue(id) }),
    );
    return line(plainRun(names.join(', ')));
  },
  'content-ref': (cell) => line(refRun(cell, membersOf(cell.value) as ContentRef)),
  image: (cell) => {
    const outer = membersOf(cell.value);
    const ref = membersOf(outer.ref ?? cell.value) as ContentRef;
    const fallback = [refRun(cell, ref)];
    return ref.kind === 'file'
      ? [{ kind: 'image', file: String(ref.file), align: 'left', fallback }]
      : line(...fallback);
  },
};

/**
 * Prints a text value. The value is the name of the fragment that contains the text. A number, or a text that is not
 * the name of a fragment, is printed unchanged.
 */
function textCell({ value, fragment, read, inlineState }: Cell): PrintBlock[] {
  const found = typeof value === 'string' ? fragment(value) : undefined;
  if (found) return read(found.nodes ?? []);
  if (value && typeof value === 'object' && !Array.isArray(value) && typeof value.kind === 'string') {
    return line(refRun({ inlineState }, value as ContentRef));
  }
  return line(plainRun(toArray(value).map(formatValue).join(', ')));
}

function refRun({ inlineState: { references } }: Pick<Cell, 'inlineState'>, ref: ContentRef): Run {
  const target = references.targetOf(ref);
  return plainRun(references.nameOf(ref), target ? { color: colors.link } : {}, target);
}

function line(...runs: Run[]): PrintBlock[] {
  return [textPrintBlock(runs)];
}

function toArray(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function formatValue(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

function membersOf(value: Json | undefined): Members {
  return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
}
