import type { Heading, PhrasingContent } from 'mdast';
import type { Block } from './nodes.js';
import type { Reading } from './reading.js';

// A tree for readers is the tree of the document without markup that says nothing to them. The Markdown keeps it.

const comment = /<!--(?:>|->|[\s\S]*?-->)/g;

/** HTML without its comments. */
export function withoutComments(html: string): string {
  return html.replaceAll(comment, '');
}

/** Whether a text is one tag of a dialect that is not known here: `{% version 2 %}`. */
export function isLoneTag(text: string): boolean {
  return /^\{%[^%{}]*%\}$/.test(text);
}

/** A block that readers do not see. Its key is taken all the same, so that the keys of the others are those of the document. */
export function unseen(reading: Reading, block: Block): Block | undefined {
  return reading.forReaders ? undefined : block;
}

/** The id in braces at the end of a heading, as mdBook writes it: `## Title {#id}`; for readers it is not a part of the title. */
export function bracedId(
  { forReaders }: Reading,
  { children }: Heading,
): { children: PhrasingContent[]; id: string } | undefined {
  const last = children.at(-1);
  if (!forReaders || last?.type !== 'text') return undefined;
  const found = /^([\s\S]*?)\s+\{#([-a-z0-9.+_]+)\}$/.exec(last.value);
  return found ? { children: [...children.slice(0, -1), { ...last, value: found[1]! }], id: found[2]! } : undefined;
}
