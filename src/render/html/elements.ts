import { membersOrEmpty } from '../../engine/base/members.js';
import { type DocumentNode, dataText } from '../../engine/text/document/node-shape.js';
import { inlinesHtml } from './inlines.js';
import { type Attributes, type Content, element, type Html } from './markup.js';
import { alignClass, classes, scrollableAttributes } from './presentation.js';
import { authorId, type RenderState } from './render-state.js';
import { valueText } from './values.js';

// Renders raw HTML elements in trees for readers (src/engine/text/document/raw-html).

/** Names of block and inline elements that are rendered unchanged. */
const allowedElements: ReadonlySet<string> = new Set(
  (
    'div table caption thead tbody tfoot tr td th dl dt dd figure figcaption ' +
    'abbr bdi bdo cite dfn ins q rp rt ruby s samp small time tt u var span'
  ).split(' '),
);

/**
 * Attributes that these elements may have, in addition to an `id`. An `id` that occurs several times on a page is
 * rendered only once.
 */
const allowedAttributes = ['title', 'dir', 'lang', 'colspan', 'rowspan', 'datetime'] as const;

/** Renders an element with blocks or inline content. */
export function elementHtml(renderState: RenderState, node: DocumentNode): Content {
  const name = allowedElementName(node);
  const inner = contentHtml(renderState, node);
  if (name === undefined) return inner;
  if (name !== 'table') return element(name, attributesOf(renderState, node), inner);
  return element(
    'div',
    { ...classes('table'), ...scrollableAttributes('Table') },
    element('table', attributesOf(renderState, node), inner),
  );
}

/** Renders an inline element. */
export function inlineElementHtml(renderState: RenderState, node: DocumentNode, inner: Html): Content {
  const name = allowedElementName(node);
  return name === undefined ? inner : element(name, attributesOf(renderState, node), inner);
}

function allowedElementName(node: DocumentNode): string | undefined {
  const name = dataText(node, 'name');
  return allowedElements.has(name) ? name : undefined;
}

function contentHtml(renderState: RenderState, { nodes = [] }: DocumentNode): Html {
  const isText = nodes.every(({ object }) => object === 'text' || object === 'inline');
  return isText ? inlinesHtml(renderState, nodes) : renderState.blocks(nodes);
}

function attributesOf(renderState: RenderState, node: DocumentNode): Attributes {
  const given = membersOrEmpty(node.data?.attributes);
  const entries = allowedAttributes.map(
    (name) => [name, given[name] === undefined ? undefined : valueText(given[name])] as const,
  );
  return { id: authorId(renderState, given.id), ...Object.fromEntries(entries), ...classes(alignClass(node)) };
}
