import { documentFromMarkdown } from '../text/document/from-markdown.js';
import { type HtmlElement, type HtmlNode, isElement, parseHtml } from '../text/document/syntax/html-tree.js';
import { decodeReferences } from '../text/document/syntax/tag-text.js';
import type { Body } from './body.js';
import { attributeUnits } from './image-units.js';
import { type BlockPosition, type InlinePiece, oneLine, piecesHaveWords, type Unit } from './pieces.js';
import { isLiteral } from './read-pieces.js';
import { unitsOfPieces } from './units-of-pieces.js';
import { addWritten } from './written-text.js';

/** A piece of HTML in a page, and its offset in the body. */
interface HtmlPiece {
  body: Body;
  html: string;
  start: number;
}

/**
 * Returns the texts of an HTML block that documents support, such as a table, cards, a figure or an aligned heading,
 * cell by cell. Other HTML has no texts and does not change.
 */
export function blockUnits(body: Body, html: string, start: number): Unit[] {
  if (body.slice(start, start + html.length) !== html || !isKnown(html)) return [];
  return htmlUnits({ body, html, start });
}

/** Returns the texts of some HTML; none if the HTML is incomplete. */
export function htmlUnits(site: HtmlPiece, place?: BlockPosition): Unit[] {
  const { html, body, start } = site;
  const roots = parseHtml(html);
  const around = place ?? { type: 'paragraph', source: html, line: body.lineOf(start) };
  return roots ? unitsIn(site, { nodes: roots, from: 0, place: around }) : [];
}

/** Reports whether the HTML is a block that documents support. Other HTML is text with visible tags. */
function isKnown(html: string): boolean {
  const [block] = documentFromMarkdown(html).nodes;
  if (block?.type !== 'paragraph') return block !== undefined && block.type !== 'code' && block.type !== 'drawing';
  const [first] = block.nodes ?? [];
  return !(first?.object === 'text' && first.leaves[0]!.text.startsWith('<'));
}

/** Elements that contain blocks, or whose text is a separate block. */
const blockNames = new Set('table thead tbody tr th td ul ol li p h1 h2 h3 h4 h5 h6 figure figcaption div'.split(' '));

/** Returns the texts of nodes that begin at offset `from` of the HTML. Words between blocks are separate texts. */
function unitsIn(
  site: HtmlPiece,
  { nodes, from, place }: { nodes: readonly HtmlNode[]; from: number; place: BlockPosition },
): Unit[] {
  const units: Unit[] = [];
  let pieces: InlinePiece[] = [];
  let at = from;
  const close = (): void => {
    units.push(...unitsOfPieces(site.body, pieces, { host: 'html', place }));
    pieces = [];
  };
  const columns = nodes.some((node) => isElement(node, 'thead')) ? columnTypes(nodes) : [];
  for (const node of nodes) {
    if (isElement(node) && blockNames.has(node.name)) {
      close();
      units.push(...unitsInBlock(site, node, columns));
    } else addPieces(site, pieces, { node, at });
    at = isElement(node) ? node.end : at + node.text.length;
  }
  close();
  return units;
}

/** Types of a table's columns, from the cells of its header. */
type Columns = readonly (string | undefined)[];

function columnTypes(nodes: readonly HtmlNode[]): Columns {
  const head = nodes.find((node) => isElement(node, 'thead')) as HtmlElement;
  const row = head.children.find((node) => isElement(node, 'tr')) as HtmlElement | undefined;
  return (row?.children ?? []).filter((node) => isElement(node)).map((cell) => cell.attributes.get('data-type'));
}

function unitsInBlock(site: HtmlPiece, element: HtmlElement, columns: Columns): Unit[] {
  const from = element.start + element.open.length;
  const source = site.html.slice(element.start, element.end);
  const place = { type: blockType(element.name), source, line: site.body.lineOf(site.start + element.start) };
  if (element.name !== 'tbody') return unitsIn(site, { nodes: element.children, from, place });
  // Only columns of type text are translated. Other columns contain references, numbers or similar values.
  return element.children.flatMap((row) => {
    const cells = isElement(row) ? row.children.filter((cell) => isElement(cell)) : [];
    return cells.flatMap((cell, index) => (columns[index] ? [] : unitsInBlock(site, cell, [])));
  });
}

function blockType(name: string): string {
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level ? `heading-${Math.min(Number(level), 3)}` : 'paragraph';
}

function addPieces(site: HtmlPiece, pieces: InlinePiece[], { node, at }: { node: HtmlNode; at: number }): void {
  const start = site.start + at;
  if (!isElement(node)) addWritten(pieces, { written: node.text, start, decode: decodeText });
  else pieces.push(elementPiece(site, node));
}

function decodeText(written: string): string {
  return decodeReferences(oneLine(written));
}

function elementPiece(site: HtmlPiece, element: HtmlElement): InlinePiece {
  const [start, end] = [site.start + element.start, site.start + element.end];
  const children: InlinePiece[] = [];
  const isVerbatim = element.isVoid || isLiteral(element.name, (name) => element.attributes.get(name));
  let at = element.start + element.open.length;
  for (const node of isVerbatim ? [] : element.children) {
    addPieces(site, children, { node, at });
    at = isElement(node) ? node.end : at + node.text.length;
  }
  if (piecesHaveWords(children)) {
    const close = site.html.slice(at, element.end);
    return { kind: 'around', start, end, children, by: { open: element.open, close } };
  }
  return { kind: 'kept', start, end, units: imagesIn(site, element) };
}

function imagesIn(site: HtmlPiece, element: HtmlElement): Unit[] {
  const start = site.start + element.start;
  const place = { type: 'image', source: element.open, line: site.body.lineOf(start) };
  const own = attributeUnits({ html: element.open, start, place });
  return [...own, ...element.children.flatMap((node) => (isElement(node) ? imagesIn(site, node) : []))];
}
