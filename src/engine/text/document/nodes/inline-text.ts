import type { Inline, Text } from './nodes.js';

/** What an inline that is no container shows as text; the others show none. */
const texts: { [type: string]: (data: Record<string, unknown>) => unknown } = {
  'inline-image': ({ alt }) => alt,
  'inline-math': ({ formula }) => formula,
  emoji: ({ code }) => `:${code}:`,
  button: ({ label }) => label,
};

/** Inline content as plain text, as the id of a heading is made from it; white space is one space. */
export function inlineText(nodes: readonly (Text | Inline)[]): string {
  const parts = nodes.map((node) => {
    if (node.object === 'text') return leafText([node]);
    return 'nodes' in node ? inlineText(node.nodes) : (texts[node.type]?.(node.data) ?? '');
  });
  return parts.join('').replace(/\s+/g, ' ');
}

/** The text of text nodes as it is, without its marks. */
export function leafText(nodes: readonly Text[]): string {
  return nodes.flatMap((node) => node.leaves.map((leaf) => leaf.text)).join('');
}
