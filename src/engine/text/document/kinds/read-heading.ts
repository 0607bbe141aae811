import type { Heading, PhrasingContent } from 'mdast';
import { readInlines } from '../inlines/read-inlines.js';
import { idInBraces, withoutIdInBraces } from '../nodes/heading-ids.js';
import { inlineText } from '../nodes/inline-text.js';
import type { Block } from '../nodes/nodes.js';
import { blockOf, type ReadState } from '../nodes/read-state.js';

/**
 * Reads a heading. The REST API has three levels, so levels 4 to 6 become `heading-3`. The page's Markdown retains its
 * levels unless the document is converted back to Markdown.
 */
export function readHeading(readState: ReadState, node: Heading): Block {
  const { children, id } = bracedId(node) ?? splitAnchor(node.children);
  const nodes = readInlines(readState, children);
  const heading = blockOf(readState, node, `heading-${Math.min(node.depth, 3) as 1 | 2 | 3}`);
  return { ...heading, data: id ? { id } : {}, meta: { id: readState.headingId(inlineText(nodes), id) }, nodes };
}

/** Returns the author's id and the other nodes of a heading. GitBook writes the id as `<a id="…"></a>` at the end. */
function splitAnchor(children: PhrasingContent[]): { children: PhrasingContent[]; id?: string } {
  const [open, close] = children.slice(-2);
  if (open?.type !== 'html' || close?.type !== 'html' || close.value !== '</a>') return { children };
  const id = /^<a(?: href="#[^"]*")? id="([-a-z0-9.+_]+)">$/.exec(open.value)?.[1];
  if (!id) return { children };
  const rest = children.slice(0, -2);
  const last = rest.at(-1);
  if (last?.type === 'text') rest[rest.length - 1] = { ...last, value: last.value.replace(/[ \t]$/, '') };
  return { children: rest, id };
}

/** Returns the id and the other nodes of a heading. mdBook writes the id in braces at the end (`## Title {#id}`). */
function bracedId({ children }: Heading): { children: PhrasingContent[]; id: string } | undefined {
  const last = children.at(-1);
  const id = last?.type === 'text' ? idInBraces(last.value) : undefined;
  if (last?.type !== 'text' || id === undefined) return undefined;
  const value = withoutIdInBraces(last.value);
  return { children: [...children.slice(0, -1), { ...last, value }], id };
}
