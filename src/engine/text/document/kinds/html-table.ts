import type { Json } from '../../../base/types.js';
import { phrasingOfHtml } from '../inlines/html-phrasing.js';
import { readTitle } from '../inlines/read-inlines.js';
import { leafText } from '../nodes/inline-text.js';
import type { Fragment } from '../nodes/nodes.js';
import { type HtmlElement, type HtmlNode, isElement, textAlignOf, withoutBlanks } from '../syntax/html-tree.js';
import { decodeReferences } from '../syntax/tag-text.js';
import { cellKinds, isObjectFit } from './cells.js';
import { readHtmlBlocks } from './html-blocks.js';
import { elementBlock, type HtmlContext, type ReadHtml } from './html-kind.js';

type Data = { [name: string]: Json };

/** A column of an HTML table: its header cell and its definition. */
interface Column {
  id: string;
  type: string;
  definition: Data;
  attributes: HtmlElement['attributes'];
}

/**
 * Reads an HTML table as GitBook writes it. GitBook uses HTML for tables with widths, column types, hidden columns or
 * several blocks in a cell, and for cards.
 */
export const readHtmlTable: ReadHtml = (site) => {
  const [table] = site.roots;
  if (site.roots.length !== 1 || !isElement(table, 'table')) return undefined;
  const cells = readCells(table);
  if (!cells) return undefined;
  const block = elementBlock(site, 'table', table);
  const columns = cells.head.map((cell) => readColumn(site, cell));
  if (columns.length === 0 || !columns.every((column) => column !== undefined)) return undefined;
  const fragments: Fragment[] = [];
  const records = cells.rows.map((row, index) => readRow(site, row, { columns, fragments, index }));
  if (!records.every((record) => record !== undefined)) return undefined;
  const view = readView(table, columns, cells.head.length > 0 && cells.head.every((cell) => cell.open === ''));
  if (!view) return undefined;
  const definition = Object.fromEntries(columns.map((column) => [column.id, column.definition]));
  const fullWidth: Data = table.attributes.get('data-full-width') === 'true' ? { fullWidth: true } : {};
  return {
    ...block,
    data: { view, records: Object.fromEntries(records), definition, ...fullWidth },
    fragments,
    isVoid: true,
  };
};

/** Cells of a table: the cells of the header, if there is one, and the cells of the rows. */
interface Cells {
  head: HtmlElement[];
  rows: HtmlElement[][];
}

/**
 * Returns the cells of a table with at most one header row. Returns undefined for tables that are not a grid of columns
 * and records: with spanning cells, a caption, or two header rows.
 */
function readCells(table: HtmlElement): Cells | undefined {
  const parts = withoutBlanks(table.children).filter((part) => !isElement(part, 'colgroup'));
  const rowsIn = (part: HtmlNode): HtmlNode[] =>
    isElement(part) && /^(?:thead|tbody|tfoot)$/.test(part.name) ? withoutBlanks(part.children) : [part];
  const rows = parts.flatMap(rowsIn).map((row) => (isElement(row, 'tr') ? withoutBlanks(row.children) : undefined));
  if (rows.length === 0 || !rows.every((row) => row?.every(isPlainCell))) return undefined;
  const [first, ...otherRows] = rows as HtmlElement[][];
  const hasHead = isElement(parts[0], 'thead') || first!.every((cell) => cell.name === 'th');
  if (isElement(parts[0], 'thead') && rowsIn(parts[0]).length !== 1) return undefined;
  const below = hasHead ? otherRows : [first!, ...otherRows];
  const width = Math.max(...below.map((row) => row.length), 0);
  if (below.some((row) => row.some((cell) => cell.name !== 'td')) || (hasHead && width > first!.length))
    return undefined;
  return { head: hasHead ? first! : Array.from({ length: width }, () => emptyCell(table)), rows: below };
}

function isPlainCell(cell: HtmlNode): boolean {
  if (!isElement(cell) || (cell.name !== 'td' && cell.name !== 'th')) return false;
  return ['rowspan', 'colspan'].every((name) => (cell.attributes.get(name) ?? '1') === '1');
}

/** Creates an empty header cell for a column without one. */
function emptyCell({ start }: HtmlElement): HtmlElement {
  return { name: 'th', attributes: new Map(), open: '', isVoid: false, children: [], start, end: start };
}

function readColumn(site: HtmlContext, cell: HtmlElement): Column | undefined {
  const { attributes } = cell;
  const type = attributes.get('data-type') ?? 'text';
  if (type !== 'text' && !cellKinds.has(type)) return undefined;
  const max = attributes.get('data-max');
  if ((type === 'rating') !== (max !== undefined) || (max !== undefined && !/^\d{1,9}$/.test(max))) return undefined;
  const title = columnTitle(site, cell);
  const id = site.readState.makeKey('definition', title);
  const more: Data = type === 'text' ? alignOf(cell) : max === undefined ? {} : { max: Number(max) };
  return { id, type, definition: { id, title, type, ...more }, attributes };
}

function alignOf(cell: HtmlElement): Data {
  const align = textAlignOf(cell) ?? 'left';
  const valign = cell.attributes.get('valign') ?? '';
  return {
    textAlignment: ['left', 'center', 'right'].includes(align) ? align : 'left',
    ...(['top', 'middle', 'bottom'].includes(valign) && { verticalAlignment: valign }),
  };
}

/**
 * Returns a column title, which is plain text in the REST API. Drops marks. A cell with more than text is returned as
 * its source.
 */
function columnTitle(site: HtmlContext, cell: HtmlElement): string {
  const nodes = readTitle(site.readState, phrasingOfHtml(cell.children));
  if (nodes.every((node) => node.object === 'text')) return leafText(nodes);
  const html = site.node.value.slice(cell.start + cell.open.length, cell.end - '</th>'.length);
  return decodeReferences(html.replace(/\r\n?|\n/g, ' '));
}

function readRow(
  site: HtmlContext,
  cells: readonly HtmlElement[],
  { columns, fragments, index }: { columns: readonly Column[]; fragments: Fragment[]; index: number },
): [string, Data] | undefined {
  const source = cells.map((cell) => site.node.value.slice(cell.start, cell.end)).join('');
  const id = site.readState.makeKey('record', source);
  const values: Data = {};
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]!;
    const value = readCell(site, cell, { column, fragments, record: id });
    if (value === undefined) return undefined;
    if (value !== null) values[column.id] = value;
  }
  return [id, { orderIndex: String(index).padStart(6, '0'), values }];
}

/** Returns the value of a cell; null if it is empty. The content of a text cell is added to the fragments. */
function readCell(
  site: HtmlContext,
  cell: HtmlElement,
  { column, fragments, record }: { column: Column; fragments: Fragment[]; record: string },
): Json | undefined {
  const fit = cell.attributes.get('data-object-fit');
  if (fit !== undefined && (column.type !== 'image' || !isObjectFit(fit))) return undefined;
  const kind = cellKinds.get(column.type);
  if (kind) return kind.read(site.readState, cell);
  const nodes = readHtmlBlocks(site, cell.children);
  if (!nodes) return undefined;
  if (nodes.length === 0) return null;
  const fragment = `${record}:${column.id}`;
  fragments.push({ object: 'fragment', fragment, nodes });
  return fragment;
}

function readView({ attributes }: HtmlElement, columns: readonly Column[], isHeadless: boolean): Data | undefined {
  const visibleColumnIds = columns.filter((column) => !column.attributes.has('data-hidden')).map((column) => column.id);
  const view = attributes.get('data-view');
  if (view === undefined) {
    const hideHeader = attributes.has('data-header-hidden') || isHeadless;
    const widths = columns.flatMap((column) => {
      const width = column.attributes.get('width') ?? '';
      return /^\d{1,9}(?:\.\d{1,15})?$/.test(width) ? [[column.id, Number(width)] as const] : [];
    });
    const columnWidths: Data = widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {};
    return { type: 'grid', columns: visibleColumnIds, ...columnWidths, hideHeader };
  }
  const size = attributes.get('data-card-size') ?? 'medium';
  if (view !== 'cards' || (size !== 'medium' && size !== 'large')) return undefined;
  return {
    type: 'cards',
    cardSize: size,
    columns: visibleColumnIds,
    ...columnRole(columns, 'data-card-target', 'targetDefinition'),
    ...columnRole(columns, 'data-card-cover', 'coverDefinition'),
    ...columnRole(columns, 'data-card-cover-dark', 'coverDefinitionDark'),
    ...(attributes.has('data-column-title-hidden') && { hideColumnTitle: true }),
  };
}

function columnRole(columns: readonly Column[], attribute: string, member: string): Data {
  const column = columns.find(({ attributes }) => attributes.has(attribute));
  return column ? { [member]: column.id } : {};
}
