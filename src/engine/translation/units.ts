import type { Heading, Nodes, Paragraph, Parents, PhrasingContent, TableCell } from 'mdast';
import { type Siblings, siblingsOf } from '../text/document/syntax/tag-groups.js';
import type { Body } from './body.js';
import { blockUnits, htmlUnits } from './html-units.js';
import { attributeUnit } from './image-units.js';
import { type Host, hasWords, type Unit } from './pieces.js';
import { endOffset, readPieces, startOffset } from './read-pieces.js';
import { unitsOfPieces } from './units-of-pieces.js';

/**
 * Returns the translatable texts of a page's body, in page order. A text inside of another text, such as that of an
 * image, comes before the outer one.
 */
export function unitsOf(body: Body): Unit[] {
  return unitsIn(body, body.root);
}

/** Tags that enclose no translatable text, because the text that they show comes from other objects. */
const tagsWithoutText = new Set([
  'content-ref',
  'openapi',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'swagger',
]);

function unitsIn(body: Body, parent: Parents): Unit[] {
  const siblings = siblingsOf<Nodes>(parent.children);
  const units: Unit[] = [];
  for (let index = 0; index < siblings.nodes.length; index++) {
    const node = siblings.nodes[index]!;
    const tag = siblings.tags[index];
    if (tag && !tag.closing && tagsWithoutText.has(tag.name)) index = siblings.ends[index] ?? index;
    else if (tag) units.push(...tagUnits(body, siblings, index));
    else units.push(...(readers[node.type]?.(body, node as never) ?? []));
  }
  return units;
}

/**
 * Functions that return the translatable texts of a block, by block type. Types that are not listed, such as code,
 * formulas and definitions, have none.
 */
const readers: { readonly [type: string]: (body: Body, node: never) => Unit[] } = {
  paragraph: (body, node: Paragraph) =>
    inlineUnits(body, { node, children: node.children, host: 'paragraph', type: 'paragraph' }),
  heading: (body, node: Heading) => {
    const type = `heading-${Math.min(node.depth, 3)}`;
    // An underlined (setext) heading is written like a paragraph.
    const host = body.source[startOffset(node)] === '#' ? 'heading' : 'paragraph';
    return inlineUnits(body, { node, children: headingTitle(node.children), host, type });
  },
  tableCell: (body, node: TableCell) =>
    inlineUnits(body, { node, children: node.children, host: 'cell', type: 'paragraph' }),
  html: (body, node: Extract<Nodes, { type: 'html' }>) => blockUnits(body, node.value, startOffset(node)),
  blockquote: unitsIn,
  list: unitsIn,
  listItem: unitsIn,
  table: unitsIn,
  tableRow: unitsIn,
  footnoteDefinition: unitsIn,
};

function inlineUnits(
  body: Body,
  { node, children, host, type }: { node: Nodes; children: readonly PhrasingContent[]; host: Host; type: string },
): Unit[] {
  const place = { type, source: body.slice(startOffset(node), endOffset(node)), line: node.position!.start.line };
  return unitsOfPieces(body, readPieces(body, children), { host, place });
}

/** Returns a heading's title without an explicit id at its end: `<a id="…"></a>` or `{#…}`. */
function headingTitle(children: readonly PhrasingContent[]): PhrasingContent[] {
  const [open, close] = children.slice(-2);
  const isAnchor =
    close?.type === 'html' && close.value === '</a>' && open?.type === 'html' && anchorTag.test(open.value);
  const title = isAnchor ? children.slice(0, -2) : [...children];
  const last = title.at(-1);
  const id = last?.type === 'text' ? /\s*\{#[-a-z0-9.+_]+\}$/.exec(last.value)?.[0] : undefined;
  if (last?.type !== 'text' || id === undefined) return title;
  const { start, end } = last.position!;
  const position = { start, end: { ...end, offset: end.offset! - id.length, column: end.column - id.length } };
  return [...title.slice(0, -1), { ...last, value: last.value.slice(0, -id.length), position }];
}

const anchorTag = /^<a(?: href="#[^"]*")? id="[-a-z0-9.+_]+">$/;

/** Returns the title of a tab, or the texts in a summary. */
function tagUnits(body: Body, siblings: Siblings<Nodes>, index: number): Unit[] {
  const tag = siblings.tags[index]!;
  const node = siblings.nodes[index] as Extract<Nodes, { type: 'tag' }>;
  const [start, line] = [startOffset(node), node.position!.start.line];
  if (tag.name === 'summary') {
    const place = { type: 'paragraph', source: body.slice(start, endOffset(node)), line };
    const from = node.value.indexOf(tag.inner!, '<summary>'.length);
    return htmlUnits({ body, html: tag.inner!, start: start + from }, place);
  }
  if (tag.name !== 'tab' || tag.closing || !hasWords(tag.attributes.get('title') ?? '')) return [];
  const last = siblings.nodes[siblings.ends[index] ?? index]!;
  const place = { type: 'tabs-item', source: body.slice(start, endOffset(last)), line };
  return [attributeUnit('title', { written: node.value, start, place })].filter((unit) => unit !== undefined);
}
