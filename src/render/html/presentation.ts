import { type DocumentNode, dataText } from '../../engine/text/document/node-shape.js';
import type { Attributes } from './markup.js';

/** Returns a class attribute with the given names; none if there are no names. */
export function classes(...names: (string | false | undefined)[]): Attributes {
  return { class: names.filter(Boolean).join(' ') || undefined };
}

/** Returns the class of a block's alignment; undefined for the default. */
export function alignClass(node: DocumentNode, member = 'align'): string | undefined {
  return alignments.get(dataText(node, member));
}

/** Returns the class of a block that its author made wider than the text; false for other blocks. */
export function wideClass({ data }: DocumentNode): string | false {
  return data?.fullWidth === true && 'wide';
}

/** CSS classes by alignment, for the names in the REST API and in HTML. */
export const alignments: ReadonlyMap<string, string> = new Map([
  ['center', 'center'],
  ['right', 'end'],
  ['end', 'end'],
]);

/**
 * Returns attributes for content that may be wider than its container. They make it scrollable with the keyboard and
 * give it an accessible name.
 */
export function scrollableAttributes(name: string): Attributes {
  return { role: 'group', 'aria-label': name, tabindex: '0' };
}
