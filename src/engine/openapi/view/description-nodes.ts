import { documentFromMarkdown } from '../../text/document/from-markdown.js';
import { type DocumentNode, dataText } from '../../text/document/node-shape.js';

/** Maximum length of a description that is shown as Markdown, in characters. Longer ones are shown as plain text. */
const maxMarkdown = 20_000;

/**
 * Matches descriptions without Markdown syntax. This is a fast path, because most descriptions are one plain sentence.
 */
const plain = /^[\p{L}\p{N} ,.()'’"“”/?=%+-]*$/u;

/** Matches the beginning of a Markdown list or heading. */
const starts = /^\s*(?:[-+]|\d+[.)]|=+$|-+$)(?:\s|$)|^\s{2,}/m;

/**
 * Converts the Markdown of a description to text blocks. Headings become bold paragraphs. Tabs, annotations, embeds and
 * other blocks are replaced by their text.
 */
export function descriptionNodes(markdown: string): DocumentNode[] {
  if ((plain.test(markdown) && !starts.test(markdown)) || markdown.length > maxMarkdown)
    return [paragraph(textNode(markdown))];
  return (documentFromMarkdown(markdown) as unknown as DocumentNode).nodes!.flatMap(blockOf);
}

/** Blocks that are not replaced. */
const unchangedBlocks = new Set(
  'paragraph list-ordered list-unordered list-tasks list-item divider blockquote hint code code-line table'.split(' '),
);

/** Inlines that are not replaced. */
const unchangedInlines = new Set(['link', 'emoji']);

function blockOf(node: DocumentNode): DocumentNode[] {
  const type = node.type ?? '';
  if (node.object === 'text' || node.object === 'inline') return inlineOf(node);
  if (type.startsWith('heading-')) return [paragraph(...(node.nodes ?? []).flatMap(inlineOf).map(bold))];
  if (type === 'math') return [paragraph(textNode(dataText(node, 'formula')))];
  const inside = (node.nodes ?? []).flatMap(blockOf);
  if (!unchangedBlocks.has(type))
    return [...(node.fragments ?? []).flatMap(({ nodes = [] }) => nodes.flatMap(blockOf)), ...inside];
  const { meta: _, ...rest } = node;
  const fragments = node.fragments?.map((one) => ({ ...one, nodes: (one.nodes ?? []).flatMap(blockOf) }));
  return [{ ...rest, ...(node.nodes && { nodes: inside }), ...(fragments && { fragments }) }];
}

function inlineOf(node: DocumentNode): DocumentNode[] {
  if (node.object === 'text') return [node];
  const inside = (node.nodes ?? []).flatMap(inlineOf);
  if (unchangedInlines.has(node.type ?? '')) return [{ ...node, ...(node.nodes && { nodes: inside }) }];
  const words = ['formula', 'expression', 'alt', 'label'].map((name) => dataText(node, name)).find(Boolean);
  return inside.length > 0 || words === undefined ? inside : [textNode(words)];
}

function bold(node: DocumentNode): DocumentNode {
  if (!node.leaves) return node.nodes ? { ...node, nodes: node.nodes.map(bold) } : node;
  const leaves = node.leaves.map((leaf) => ({ ...leaf, marks: [...(leaf.marks ?? []), { type: 'bold' }] }));
  return { ...node, leaves };
}

function paragraph(...nodes: DocumentNode[]): DocumentNode {
  return { object: 'block', type: 'paragraph', data: {}, nodes };
}

function textNode(text: string): DocumentNode {
  return { object: 'text', leaves: [{ text, marks: [] }] };
}
