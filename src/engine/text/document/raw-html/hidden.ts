import type { Block } from '../nodes/nodes.js';
import type { PageIndex, ReadState } from '../nodes/read-state.js';

// A tree for readers is the document's tree without the markup that readers never see. The Markdown still contains that
// markup.

/** Reports whether a text is a single tag of an unknown Markdown dialect, such as `{% version 2 %}`. */
export function isLoneTag(text: string): boolean {
  return /^\{%[^%{}]*%\}$/.test(text);
}

/**
 * Takes a block that readers do not see. Returns it for a document, and undefined for a tree for readers. In both cases
 * the block has a key, so other blocks have the same keys in both trees.
 */
export function hiddenFromReaders(readState: ReadState, block: Block): Block | undefined {
  return readState.forReaders ? undefined : block;
}

/** Returns a link destination. If it is the id of a raw HTML element on the page, adds the prefix of such ids. */
export function withIdPrefix({ ids, headingIds }: PageIndex, destination: string): string {
  const id = destination.startsWith('#') ? destination.slice(1) : '';
  return ids.has(id) && !headingIds.has(id) ? `#user-content-${id}` : destination;
}
