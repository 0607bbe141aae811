import { emojiText } from '../../engine/text/document/emoji-text.js';
import { type DocumentNode, dataText } from '../../engine/text/document/node-shape.js';
import { inlinesHtml } from './inlines.js';
import { type Content, element } from './markup.js';
import { alignClass, classes } from './presentation.js';
import { authorId, type RenderState } from './render-state.js';

/**
 * Returns a renderer for headings of a level. The page's title is the only `h1`, so a heading of level 1 in a text
 * becomes `h2`.
 */
export function headingHtml(level: 1 | 2 | 3) {
  return (renderState: RenderState, node: DocumentNode): Content => {
    const text = inlinesHtml(renderState, node.nodes);
    const title = headingText(node.nodes).replace(/\s+/g, ' ').trim();
    const id = authorId(renderState, node.meta?.id ?? dataText(node, 'id'));
    if (id === undefined) return element(`h${level + 1}`, classes(alignClass(node)), text);
    renderState.headings.push({ id, level, title });
    const link = element(
      'a',
      { class: 'heading-link', href: `#${encodeURIComponent(id)}`, 'aria-label': `Link to “${title || id}”` },
      '#',
    );
    return element(`h${level + 1}`, { id, ...classes(alignClass(node)) }, text, ' ', link);
  };
}

/** Functions that return the plain text of inlines without child nodes, by inline type. */
const inlineTextByType = new Map<string, (node: DocumentNode) => string>([
  ['emoji', (node) => emojiText(dataText(node, 'code'))],
  ['inline-math', (node) => dataText(node, 'formula')],
  ['inline-image', (node) => dataText(node, 'alt')],
  ['expression', (node) => dataText(node, 'expression')],
  ['button', (node) => dataText(node, 'label')],
]);

/** Returns the text of a heading, without marks and annotations. */
function headingText(nodes: readonly DocumentNode[] = []): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return (node.leaves ?? []).map(({ text }) => text).join('');
      return inlineTextByType.get(node.type ?? '')?.(node) ?? headingText(node.nodes);
    })
    .join('');
}
