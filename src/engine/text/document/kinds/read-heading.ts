import type { Heading, PhrasingContent } from 'mdast';
import { readInlines } from '../inlines/read-inlines.js';
import { idInBraces, withoutIdInBraces } from '../nodes/heading-ids.js';
import { inlineText } from '../nodes/inline-text.js';
import type { Block } from '../nodes/nodes.js';
import { blockOf, type ReadState } from '../nodes/reading.js';

/**
 * Reads a heading. The contract has three levels, so 4 to 6 read as `heading-3`. The page's Markdown retains its
 * levels; only writing the document back turns them into 3.
 */
export function readHeading(reading: ReadState, node: Heading): Block {
  const { children, id } = bracedId(node) ?? anchorOf(node.children);
  const nodes = readInlines(reading, children);
  const heading = blockOf(reading, node, `heading-${Math.min(node.depth, 3) as 1 | 2 | 3}`);
  return { ...heading, data: id ? { id } : {}, meta: { id: reading.headingId(inlineText(nodes), id) }, nodes };
}

/** Returns the author's id, `<a id="…"></a>` at the end of the heading as GitBook writes it, and the other nodes. */
function anchorOf(children: PhrasingContent[]): { children: PhrasingContent[]; id?: string } {
  const [open, close] = children.slice(-2);
  if (open?.type !== 'html' || close?.type !== 'html' || close.value !== '</a>') return { children };
  const id = /^<a(?: href="#[^"]*")? id="([-a-z0-9.+_]+)">$/.exec(open.value)?.[1];
  if (!id) return { children };
  const rest = children.slice(0, -2);
  const last = rest.at(-1);
  if (last?.type === 'text') rest[rest.length - 1] = { ...last, value: last.value.replace(/[ \t]$/, '') };
  return { children: rest, id };
}

/**
 * Returns the id in braces at the end of a heading, as mdBook writes it (`## Title {#id}`), and the title without it.
 */
function bracedId({ children }: Heading): { children: PhrasingContent[]; id: string } | undefined {
  const last = children.at(-1);
  const id = last?.type === 'text' ? idInBraces(last.value) : undefined;
  if (last?.type !== 'text' || id === undefined) return undefined;
  const value = withoutIdInBraces(last.value);
  return { children: [...children.slice(0, -1), { ...last, value }], id };
}
