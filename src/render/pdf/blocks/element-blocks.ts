import { membersOrEmpty } from '../../../engine/base/members.js';
import { type DocumentNode, dataText, plainText } from '../../../engine/text/document/node-shape.js';
import { type Column, colors, type PrintBlock, plainRun, textPrintBlock } from './print-blocks.js';

/** Converts nested blocks to print blocks. */
type Read = (nodes: readonly DocumentNode[]) => PrintBlock[];

/** Returns the print blocks of a raw HTML element: a table for `table`, otherwise the content. */
export function elementBlocks(node: DocumentNode, read: Read): PrintBlock[] {
  return dataText(node, 'name') === 'table' ? tablePieces(node, read) : read(inBlocks(node));
}

/** Returns the print blocks of an entry of a change log: its date and tags, then its text. */
export function updateBlocks(node: DocumentNode, read: Read): PrintBlock[] {
  const facts = [dataText(node, 'date'), dataText(node, 'tags')].filter(Boolean).join(' · ');
  const head = facts ? [textPrintBlock([plainRun(facts, { color: colors.muted })])] : [];
  return [...head, ...read(node.nodes ?? [])];
}

/** Returns the print blocks of a handwritten part of an operation: its name and description. */
export function partBlocks(node: DocumentNode, read: Read): PrintBlock[] {
  const terms = Array.isArray(node.data?.terms) ? node.data.terms.map(String) : [];
  const words = [...terms, dataText(node, 'summary'), node.data?.isRequired === true ? '(required)' : ''].filter(
    Boolean,
  );
  const head = textPrintBlock([plainRun(words.join(' '), { bold: true })]);
  return [{ kind: 'panel', bar: colors.line, pieces: [head, ...read(node.nodes ?? [])] }];
}

function tablePieces(table: DocumentNode, read: Read): PrintBlock[] {
  const caption = outermostElements(table, ['caption']).flatMap((node) => read(inBlocks(node)));
  const heads = outermostElements(table, ['thead']).flatMap((head) => outermostElements(head, ['tr']));
  const [head] = heads;
  const rows = outermostElements(table, ['tr']).filter((row) => row !== head);
  const titles = head ? cellsOf(head).map((cell) => (cell ? plainText(cell.nodes) : '')) : [];
  const cells = rows.map((row) => cellsOf(row).map((cell) => (cell ? read(inBlocks(cell)) : [])));
  const width = Math.max(titles.length, ...cells.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index): Column => ({ title: titles[index] ?? '', align: 'left' }));
  return [...caption, { kind: 'table', columns, rows: cells, hideHeader: !head }];
}

/** Returns the cells of a row. A cell that spans several columns is followed by null for each further column. */
function cellsOf(row: DocumentNode): (DocumentNode | null)[] {
  return outermostElements(row, ['td', 'th']).flatMap((cell) => {
    const span = Number(membersOrEmpty(cell.data?.attributes).colspan ?? 1);
    const more = Number.isInteger(span) && span > 1 && span <= 100 ? span - 1 : 0;
    return [cell, ...Array.from({ length: more }, () => null)];
  });
}

/** Returns the descendant elements with the given names, except elements inside of another such element. */
function outermostElements(node: DocumentNode, names: readonly string[]): DocumentNode[] {
  return (node.nodes ?? []).flatMap((one) => {
    if (one.type !== 'element') return [];
    return names.includes(dataText(one, 'name')) ? [one] : outermostElements(one, names);
  });
}

/** Returns the content of an element as blocks; text becomes a paragraph. */
function inBlocks({ nodes = [] }: DocumentNode): DocumentNode[] {
  const isText = nodes.length > 0 && nodes.every(({ object }) => object === 'text' || object === 'inline');
  return isText ? [{ object: 'block', type: 'paragraph', nodes }] : nodes;
}
