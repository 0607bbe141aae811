import type { Inline, Text } from './nodes.js';

/** Displayed text of inlines without children, by type; other types have no text. */
const texts: { [type: string]: (data: Record<string, unknown>) => unknown } = {
  'inline-image': ({ alt }) => alt,
  'inline-math': ({ formula }) => formula,
  emoji: ({ code }) => `:${code}:`,
  button: ({ label }) => label,
};

/** Returns inline content as plain text. Ids of headings are derived from it. White space becomes one space. */
export function inlineText(nodes: readonly (Text | Inline)[]): string {
  const parts = nodes.map((node) => {
    if (node.object === 'text') return leafText([node]);
    return 'nodes' in node ? inlineText(node.nodes) : (texts[node.type]?.(node.data) ?? '');
  });
  return parts.join('').replace(/\s+/g, ' ');
}

/** Returns the text of text nodes, without marks. */
export function leafText(nodes: readonly Text[]): string {
  return nodes.flatMap((node) => node.leaves.map((leaf) => leaf.text)).join('');
}
