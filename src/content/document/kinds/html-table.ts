import type { Json } from '../../types.js';
import { phrasingOfHtml } from '../html-phrasing.js';
import { type HtmlElement, hasOnly, isElement, withoutBlanks } from '../html-tree.js';
import { leafText } from '../inline-text.js';
import type { Fragment } from '../nodes.js';
import { readTitle } from '../read-inlines.js';
import { decodeReferences } from '../tag-text.js';
import { cellKinds, isObjectFit } from './cells.js';
import { readHtmlBlocks } from './html-blocks.js';
import { elementBlock, type HtmlSite, type ReadHtml } from './html-kind.js';

type Data = { [name: string]: Json };

/** A column of an HTML table: its header cell and its definition. */
interface Column {
  id: string;
  type: string;
  definition: Data;
  attributes: HtmlElement['attributes'];
}

const headNames = [
  'width',
  'align',
  'valign',
  'data-hidden',
  'data-type',
  'data-max',
  'data-card-target',
  'data-card-cover',
  'data-card-cover-dark',
];
const tableNames = ['data-header-hidden', 'data-full-width', 'data-view', 'data-card-size', 'data-column-title-hidden'];

/** A table of HTML as GitBook writes it, with widths, kinds of columns, hidden ones, several blocks in a cell, or as cards. */
export const readHtmlTable: ReadHtml = (site) => {
  const [table] = site.roots;
  if (site.roots.length !== 1 || !isElement(table, 'table') || !hasOnly(table, tableNames)) return undefined;
  const rows = rowsOf(table);
  const head = rows?.[0];
  if (!rows || !head) return undefined;
  const block = elementBlock(site, 'table', table);
  const columns = head.map((cell) => columnOf(site, cell));
  if (columns.length === 0 || !columns.every((column) => column !== undefined)) return undefined;
  const fragments: Fragment[] = [];
  const records = rows.slice(1).map((row, index) => readRow(site, row, { columns, fragments, index }));
  if (!records.every((record) => record !== undefined)) return undefined;
  const view = viewOf(table, columns);
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

/** The cells of the header and of each row; undefined for a table of another shape. */
function rowsOf(table: HtmlElement): HtmlElement[][] | undefined {
  const [head, body, ...more] = withoutBlanks(table.children);
  if (more.length > 0 || !isElement(head, 'thead') || (body && !isElement(body, 'tbody'))) return undefined;
  const heads = withoutBlanks(head.children);
  const rows = [...heads, ...withoutBlanks(body?.children ?? [])];
  if (heads.length !== 1 || !rows.every((row) => isElement(row, 'tr') && row.attributes.size === 0)) return undefined;
  const cells = rows.map((row) => withoutBlanks((row as HtmlElement).children));
  const width = cells[0]!.length;
  const plain = cells.every(
    (row, index) => row.length <= width && row.every((cell) => isElement(cell, index === 0 ? 'th' : 'td')),
  );
  return plain ? (cells as HtmlElement[][]) : undefined;
}

function columnOf(site: HtmlSite, cell: HtmlElement): Column | undefined {
  const { attributes } = cell;
  const type = attributes.get('data-type') ?? 'text';
  if (!hasOnly(cell, headNames) || (type !== 'text' && !cellKinds.has(type))) return undefined;
  const width = attributes.get('width');
  const max = attributes.get('data-max');
  if (width !== undefined && !/^\d{1,9}(?:\.\d{1,15})?$/.test(width)) return undefined;
  if ((type === 'rating') !== (max !== undefined) || (max !== undefined && !/^\d{1,9}$/.test(max))) return undefined;
  const title = titleOf(site, cell);
  const id = site.reading.makeKey('definition', title);
  const align = alignOf(attributes);
  if (!align || (type !== 'text' && Object.keys(align).some((name) => attributes.has(name)))) return undefined;
  const more: Data = type === 'text' ? align : max === undefined ? {} : { max: Number(max) };
  return { id, type, definition: { id, title, type, ...more }, attributes };
}

function alignOf(attributes: HtmlElement['attributes']): Data | undefined {
  const align = attributes.get('align') ?? 'left';
  const valign = attributes.get('valign');
  if (!['left', 'center', 'right'].includes(align)) return undefined;
  if (valign !== undefined && !['top', 'middle', 'bottom'].includes(valign)) return undefined;
  return { textAlignment: align, ...(valign && { verticalAlignment: valign }) };
}

/** A title is plain text in the contract: marks are not shown, but a cell that holds more than text stays as written. */
function titleOf(site: HtmlSite, cell: HtmlElement): string {
  const nodes = readTitle(site.reading, phrasingOfHtml(cell.children));
  if (nodes.every((node) => node.object === 'text')) return leafText(nodes);
  const html = site.node.value.slice(cell.start + cell.open.length, cell.end - '</th>'.length);
  return decodeReferences(html.replace(/\r\n?|\n/g, ' '));
}

function readRow(
  site: HtmlSite,
  cells: readonly HtmlElement[],
  { columns, fragments, index }: { columns: readonly Column[]; fragments: Fragment[]; index: number },
): [string, Data] | undefined {
  const source = cells.map((cell) => site.node.value.slice(cell.start, cell.end)).join('');
  const id = site.reading.makeKey('record', source);
  const values: Data = {};
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]!;
    const value = readCell(site, cell, { column, fragments, record: id });
    if (value === undefined) return undefined;
    if (value !== null) values[column.id] = value;
  }
  return [id, { orderIndex: String(index).padStart(6, '0'), values }];
}

/** The value of a cell, null for none; the content of one of text goes to the fragments. */
function readCell(
  site: HtmlSite,
  cell: HtmlElement,
  { column, fragments, record }: { column: Column; fragments: Fragment[]; record: string },
): Json | undefined {
  const { attributes } = cell;
  const fit = attributes.get('data-object-fit');
  if (fit !== undefined && (column.type !== 'image' || !isObjectFit(fit))) return undefined;
  if (!hasOnly(cell, ['align', 'valign', 'data-object-fit'])) return undefined;
  if (['align', 'valign'].some((name) => attributes.has(name) && attributes.get(name) !== column.attributes.get(name)))
    return undefined;
  const kind = cellKinds.get(column.type);
  if (kind) return kind.read(site.reading, cell);
  const nodes = readHtmlBlocks(site, cell);
  if (!nodes) return undefined;
  if (nodes.length === 0) return null;
  const fragment = `${record}:${column.id}`;
  fragments.push({ object: 'fragment', fragment, nodes });
  return fragment;
}

function viewOf({ attributes }: HtmlElement, columns: readonly Column[]): Data | undefined {
  const visible = columns.filter((column) => !column.attributes.has('data-hidden')).map((column) => column.id);
  const view = attributes.get('data-view');
  if (view === undefined) {
    const widths = columns.flatMap((column) => {
      const width = column.attributes.get('width');
      return width === undefined ? [] : [[column.id, Number(width)] as const];
    });
    const columnWidths: Data = widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {};
    return { type: 'grid', columns: visible, ...columnWidths, hideHeader: attributes.has('data-header-hidden') };
  }
  const size = attributes.get('data-card-size') ?? 'medium';
  if (view !== 'cards' || (size !== 'medium' && size !== 'large')) return undefined;
  return {
    type: 'cards',
    cardSize: size,
    columns: visible,
    ...roleOf(columns, 'data-card-target', 'targetDefinition'),
    ...roleOf(columns, 'data-card-cover', 'coverDefinition'),
    ...roleOf(columns, 'data-card-cover-dark', 'coverDefinitionDark'),
    ...(attributes.has('data-column-title-hidden') && { hideColumnTitle: true }),
  };
}

function roleOf(columns: readonly Column[], attribute: string, member: string): Data {
  const column = columns.find(({ attributes }) => attributes.has(attribute));
  return column ? { [member]: column.id } : {};
}
