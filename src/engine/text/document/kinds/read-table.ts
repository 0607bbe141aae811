import type { Html, Table, TableCell, TableRow } from 'mdast';
import type { Json } from '../../../base/types.js';
import { htmlOfPhrasing } from '../inlines/html-phrasing.js';
import { readInlines, readTitle } from '../inlines/read-inlines.js';
import { leafText } from '../nodes/inline-text.js';
import type { Block, Fragment } from '../nodes/nodes.js';
import { blockOf, type ReadState, sourceOf, withoutLineEndings } from '../nodes/read-state.js';
import { readHtmlBlocks } from './html-blocks.js';
import { parseHtmlBlock } from './html-kind.js';

/** A column (`DocumentTableDefinitionText` in openapi.json). */
type Definition = { id: string; title: string; type: 'text'; textAlignment: 'left' | 'center' | 'right' };

/**
 * Reads a GFM table: a definition for each header cell, a record for each further row, and a fragment for each cell
 * with content. Ids of columns and rows are derived from their own source, like the keys of blocks. If a row is longer
 * than the header, the table gets columns without a title. GitHub hides the additional cells, but a document must not
 * lose them.
 */
export function readTable(readState: ReadState, node: Table): Block {
  const table = blockOf(readState, node, 'table');
  const definitions = columnDefinitions(readState, node);
  const fragments: Fragment[] = [];
  const records = node.children.slice(1).map((row, index) => {
    const values: Record<string, Json> = {};
    const id = readState.makeKey('record', sourceOf(readState, row));
    for (const [column, cell] of row.children.entries()) {
      if (cell.children.length === 0) continue;
      const name = `${id}:${definitions[column]!.id}`;
      fragments.push(fragmentOf(readState, cell, name));
      values[definitions[column]!.id] = name;
    }
    return [id, { orderIndex: String(index).padStart(6, '0'), values }] as const;
  });
  return { ...table, data: tableData(definitions, Object.fromEntries(records)), fragments, isVoid: true };
}

function columnDefinitions(readState: ReadState, node: Table): Definition[] {
  const header = node.children[0]?.children ?? [];
  const count = Math.max(...node.children.map((row: TableRow) => row.children.length));
  return Array.from({ length: count }, (_, index) => ({
    id: readState.makeKey('definition', header[index] ? columnTitle(readState, header[index]) : ''),
    title: header[index] ? columnTitle(readState, header[index]) : '',
    type: 'text',
    textAlignment: node.align?.[index] ?? 'left',
  }));
}

/**
 * Returns a column title, which is plain text in the REST API. Drops marks. A cell with more than text is returned as
 * its source.
 */
function columnTitle(readState: ReadState, cell: TableCell): string {
  const nodes = readTitle(readState, cell.children);
  if (!nodes.every((node) => node.object === 'text')) return withoutLineEndings(contentSource(readState, cell));
  return leafText(nodes);
}

function contentSource(readState: ReadState, cell: TableCell): string {
  const start = cell.children[0]?.position?.start.offset ?? 0;
  return readState.source.slice(start, cell.children.at(-1)?.position?.end.offset ?? start);
}

function fragmentOf(readState: ReadState, cell: TableCell, name: string): Fragment {
  const paragraph = (): Block => ({
    ...blockOf(readState, cell, 'paragraph'),
    nodes: readInlines(readState, cell.children),
  });
  return { object: 'fragment', fragment: name, nodes: blocksInCell(readState, cell) ?? [paragraph()] };
}

/** Returns the paragraphs, lists and code that HTML adds to a cell; undefined for a cell with one line of text. */
function blocksInCell(readState: ReadState, { children, position }: TableCell): Block[] | undefined {
  if (!children.some((child) => child.type === 'html' && /^<(?:p|ul|ol|pre|h[1-6])[\s>]/i.test(child.value)))
    return undefined;
  const html: Html = { type: 'html', value: htmlOfPhrasing(children), position };
  const site = parseHtmlBlock(readState, html, 'cell');
  return site && readHtmlBlocks(site, site.roots);
}

function tableData(definitions: Definition[], records: Record<string, Json>): Block['data'] {
  const columns = definitions.map((definition) => definition.id);
  const hideHeader = definitions.every((definition) => definition.title === '');
  return {
    view: { type: 'grid', columns, hideHeader },
    records,
    definition: Object.fromEntries(definitions.map((definition) => [definition.id, definition])),
  };
}
