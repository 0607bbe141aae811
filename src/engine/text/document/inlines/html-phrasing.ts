import type { PhrasingContent } from 'mdast';
import { escapeHtml, type HtmlNode, isElement, openTag } from '../syntax/html-tree.js';
import { decodeReferences } from '../syntax/tag-text.js';
import { mentionTitle } from './read-elements.js';

/**
 * Converts inline HTML content, such as a cell, a caption or a summary, to Markdown nodes. The result is like that of
 * the Markdown parser for inline HTML: separate tags, and text with decoded character references. Omits white space at
 * the edges. `read-elements.ts` interprets the tags of this result and of parsed Markdown.
 */
export function phrasingOfHtml(nodes: readonly HtmlNode[]): PhrasingContent[] {
  const last = nodes.length - 1;
  return nodes.flatMap((node, index) => {
    if (isElement(node)) return phrasingOf(node);
    const text = node.text.replace(/[ \t]*(?:\r\n?|\n)[ \t\r\n]*/g, ' ');
    const start = index === 0 ? text.replace(/^[ \t]+/, '') : text;
    return phrasingOf({ ...node, text: index === last ? start.replace(/[ \t]+$/, '') : start });
  });
}

/** Writes inline Markdown nodes as HTML; preserves white space at the edges. */
export function htmlOfPhrasing(nodes: readonly PhrasingContent[]): string {
  return joined(nodes).replace(/^ | $/g, '&#x20;');
}

function phrasingOf(node: HtmlNode): PhrasingContent[] {
  if (!isElement(node)) return node.text ? [{ type: 'text', value: decodeReferences(node.text) }] : [];
  const tags: PhrasingContent[] = [{ type: 'html', value: node.open }, ...node.children.flatMap(phrasingOf)];
  return node.isVoid ? tags : [...tags, { type: 'html', value: `</${node.name}>` }];
}

function joined(nodes: readonly PhrasingContent[]): string {
  return nodes.map((node) => (writers[node.type] as (node: PhrasingContent) => string)(node)).join('');
}

/**
 * Functions that write inline Markdown nodes as HTML, in GitBook's style. Reference nodes do not occur here, because
 * links contain their destinations.
 */
const writers: { [Type in PhrasingContent['type']]: (node: Extract<PhrasingContent, { type: Type }>) => string } = {
  text: ({ value }) => escapeHtml(value),
  html: ({ value }) => value,
  break: () => '<br>',
  inlineCode: ({ value }) => `<code>${escapeHtml(value)}</code>`,
  strong: ({ children }) => `<strong>${joined(children)}</strong>`,
  emphasis: ({ children }) => `<em>${joined(children)}</em>`,
  delete: ({ children }) => `<del>${joined(children)}</del>`,
  link: ({ url, title, children }) => {
    const attributes =
      title === mentionTitle ? { 'data-mention': true, href: url } : { href: url, title: title ?? undefined };
    return `${openTag('a', attributes)}${joined(children)}</a>`;
  },
  linkReference: ({ children }) => joined(children),
  image: ({ url, alt, title }) => openTag('img', { src: url, alt: alt ?? '', title: title ?? undefined }),
  imageReference: ({ alt }) => escapeHtml(alt ?? ''),
  footnoteReference: ({ identifier }) =>
    `${openTag('a', { 'data-footnote-ref': true, href: `#user-content-fn-${identifier}` })}${identifier}</a>`,
  inlineMath: ({ value }) => `<span class="math">${escapeHtml(value)}</span>`,
  emoji: ({ value }) => {
    const attributes = { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': value.slice(1, -1) };
    return `${openTag('span', attributes)}${value}</span>`;
  },
};
