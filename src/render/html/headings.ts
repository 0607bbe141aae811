import { emojiText } from '../../engine/text/document/emoji-text.js';
import { type DocumentNode, textOf } from '../../engine/text/document/node-shape.js';
import { inlinesHtml } from './inlines.js';
import { type Content, element } from './markup.js';
import { alignClass, classes } from './presentation.js';
import { authorId, type RenderState } from './rendering.js';

/**
 * Returns a renderer for headings of a level. The title of the page is the only `h1`, so the first level of a text is
 * `h2`.
 */
export function headingHtml(level: 1 | 2 | 3) {
  return (rendering: RenderState, node: DocumentNode): Content => {
    const text = inlinesHtml(rendering, node.nodes);
    const title = titleOf(node.nodes).replace(/\s+/g, ' ').trim();
    const id = authorId(rendering, node.meta?.id ?? textOf(node, 'id'));
    if (id === undefined) return element(`h${level + 1}`, classes(alignClass(node)), text);
    rendering.headings.push({ id, level, title });
    const link = element(
      'a',
      { class: 'heading-link', href: `#${encodeURIComponent(id)}`, 'aria-label': `Link to “${title || id}”` },
      '#',
    );
    return element(`h${level + 1}`, { id, ...classes(alignClass(node)) }, text, ' ', link);
  };
}

/** Plain text of inlines without child nodes. */
const shown = new Map<string, (node: DocumentNode) => string>([
  ['emoji', (node) => emojiText(textOf(node, 'code'))],
  ['inline-math', (node) => textOf(node, 'formula')],
  ['inline-image', (node) => textOf(node, 'alt')],
  ['expression', (node) => textOf(node, 'expression')],
  ['button', (node) => textOf(node, 'label')],
]);

/** Returns the text of a heading, without marks and annotations. */
function titleOf(nodes: readonly DocumentNode[] = []): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return (node.leaves ?? []).map(({ text }) => text).join('');
      return shown.get(node.type ?? '')?.(node) ?? titleOf(node.nodes);
    })
    .join('');
}
