import { type Members, membersOrEmpty } from '../../engine/base/members.js';
import { type DocumentNode, plainText } from '../../engine/text/document/node-shape.js';
import { cardsHtml } from './cards.js';
import { type Attributes, type Content, element, type Html } from './markup.js';
import { alignments, classes, scrollableAttributes, wideClass } from './presentation.js';
import type { RenderState } from './render-state.js';
import { cellHtml } from './table-cells.js';
import { valueText } from './values.js';

/** A table for display. Columns and rows are in order; hidden columns are omitted. */
export interface Table {
  renderState: RenderState;
  node: DocumentNode;
  view: Members;
  columns: Column[];
  /** Values of each row by column id. */
  rows: Members[];
  /** Definitions of all columns, including those that are not displayed, such as link targets and covers. */
  definitions: Members;
  fragments: ReadonlyMap<string, DocumentNode>;
}

/** A column. */
export interface Column {
  id: string;
  title: string;
  definition: Members;
}

/** A column is wide if it has a cell with more characters than this. */
const longText = 80;

/** Renders a table, as rows and columns or as cards. */
export function tableHtml(renderState: RenderState, node: DocumentNode): Content {
  const table = readTable(renderState, node);
  return table.view.type === 'cards' ? cardsHtml(table) : gridHtml(table);
}

function readTable(renderState: RenderState, node: DocumentNode): Table {
  const view = membersOrEmpty(node.data?.view);
  const definitions = membersOrEmpty(node.data?.definition);
  const ids = Array.isArray(view.columns) ? view.columns.map(valueText) : Object.keys(definitions);
  const records = Object.values(membersOrEmpty(node.data?.records)).map(membersOrEmpty);
  records.sort((left, right) => compare(valueText(left.orderIndex), valueText(right.orderIndex)));
  return {
    renderState,
    node,
    view,
    definitions,
    columns: ids.map((id) => {
      const definition = membersOrEmpty(Object.hasOwn(definitions, id) ? definitions[id] : undefined);
      return { id, title: typeof definition.title === 'string' ? definition.title : '', definition };
    }),
    rows: records.map(({ values }) => membersOrEmpty(values)),
    fragments: new Map((node.fragments ?? []).map((one) => [one.fragment ?? one.key ?? '', one])),
  };
}

/** Compares order indexes by code units, so that the order does not depend on the locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function gridHtml(table: Table): Html {
  const { node, view, columns, rows } = table;
  const hasHeader = view.hideHeader !== true && columns.some(({ title }) => title !== '');
  const looks = columns.map((column) => columnAttributes(table, column));
  const body = rows.map((row) =>
    element(
      'tr',
      {},
      columns.map((column, index) => element('td', looks[index]!, cellHtml(table, row, column))),
    ),
  );
  return element(
    'div',
    { ...classes('table', wideClass(node)), ...scrollableAttributes('Table') },
    element('table', {}, hasHeader && element('thead', {}, headHtml(columns, looks)), element('tbody', {}, body)),
  );
}

/** Renders the header row. A column without a title has no header cell, because the cell would be empty. */
function headHtml(columns: readonly Column[], looks: readonly Attributes[]): Html {
  const cells = columns.map(({ title }, index) =>
    title === '' ? element('td', {}) : element('th', { scope: 'col', ...looks[index] }, title),
  );
  return element('tr', {}, cells);
}

/**
 * Returns the classes for the cells of a column: their alignment, and whether the column must be wide for a long text.
 */
function columnAttributes({ rows, fragments }: Table, { id, definition }: Column): Attributes {
  const isLong = rows.some((row) => plainText(fragments.get(valueText(row[id]))?.nodes).length > longText);
  return classes(alignments.get(valueText(definition.textAlignment)), isLong && 'long');
}
