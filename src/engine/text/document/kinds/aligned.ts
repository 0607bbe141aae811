import type { Html, PhrasingContent } from 'mdast';
import { htmlOfPhrasing, phrasingOfHtml } from '../inlines/html-phrasing.js';
import { readInlines } from '../inlines/read-inlines.js';
import { inlineText } from '../nodes/inline-text.js';
import type { Block } from '../nodes/nodes.js';
import { refuse } from '../nodes/shape.js';
import { type HtmlElement, isElement, openTag } from '../syntax/html-tree.js';
import { elementBlock, type HtmlContext, type ReadHtml } from './html-kind.js';

const alignments = new Map<string, 'center' | 'end' | undefined>([
  ['center', 'center'],
  ['right', 'end'],
  ['left', undefined],
]);
const attributes = new Map<unknown, string>([
  ['center', 'center'],
  ['end', 'right'],
]);

/** Reads `<p align="center">…</p>` and `<h2 align="center">…</h2>`. */
export const readAligned: ReadHtml = (site) => {
  const [element] = site.roots;
  if (site.roots.length !== 1 || !isElement(element) || !/^(?:p|h[1-6])$/.test(element.name)) return undefined;
  const align = element.attributes.get('align');
  if (align === undefined || !alignments.has(align)) return undefined;
  return lineBlock(site, element, alignments.get(align));
};

/** Reads an HTML paragraph or heading with inline content; returns undefined if it contains blocks. */
export function lineBlock(site: HtmlContext, element: HtmlElement, align?: 'center' | 'end'): Block | undefined {
  const heading = element.name !== 'p';
  if (hasBlocks(element)) return undefined;
  const given = element.attributes.get('id');
  const id = heading && given !== undefined && /^[-a-z0-9.+_]+$/.test(given) ? given : undefined;
  const nodes = readInlines(site.readState, phrasingOfHtml(element.children));
  const data = { ...(id !== undefined && { id }), ...(align && { align }) };
  if (!heading) return { ...elementBlock(site, 'paragraph', element), data, nodes };
  const level = Math.min(Number(element.name[1]), 3) as 1 | 2 | 3;
  const block = elementBlock(site, `heading-${level}`, element);
  return { ...block, data, meta: { id: site.readState.headingId(inlineText(nodes), id) }, nodes };
}

/** Writes inline content with an alignment, which only HTML has; `tag` is `p` or `h1` to `h3`. */
export function alignedHtml(
  children: PhrasingContent[],
  at: { tag: string; align: unknown; id?: string; pointer: string },
): Html {
  const align =
    attributes.get(at.align) ?? refuse(`${at.pointer}/data/align`, 'must be start, center or end', at.align);
  const inner = htmlOfPhrasing(children);
  return { type: 'html', value: `${openTag(at.tag, { align, id: at.id })}${inner}</${at.tag}>` };
}

const blocks = /^(?:p|div|h[1-6]|ul|ol|li|pre|table|figure|details|blockquote|center)$/;

function hasBlocks({ children }: HtmlElement): boolean {
  return children.some((child) => isElement(child) && (blocks.test(child.name) || hasBlocks(child)));
}
