import type { Block } from '../nodes/nodes.js';
import type { Reading, Survey } from '../nodes/reading.js';

// A tree for readers is the tree of the document without markup that says nothing to them. The Markdown keeps it.

/** Whether a text is one tag of a dialect that is not known here: `{% version 2 %}`. */
export function isLoneTag(text: string): boolean {
  return /^\{%[^%{}]*%\}$/.test(text);
}

/** A block that readers do not see. Its key is taken all the same, so that the keys of the others are those of the document. */
export function unseen(reading: Reading, block: Block): Block | undefined {
  return reading.forReaders ? undefined : block;
}

/** A destination, with the prefix of ids if it names an id of raw HTML on the page. */
export function withIdPrefix({ ids, headingIds }: Survey, destination: string): string {
  const id = destination.startsWith('#') ? destination.slice(1) : '';
  return ids.has(id) && !headingIds.has(id) ? `#user-content-${id}` : destination;
}
