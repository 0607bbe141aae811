import { type DocumentNode, textOf } from '../../engine/text/document/node-shape.js';
import type { Attributes } from './markup.js';

/** A class attribute of those that there are; none where there are none. */
export function classes(...names: (string | false | undefined)[]): Attributes {
  return { class: names.filter(Boolean).join(' ') || undefined };
}

/** The class of where a block's text is aligned; undefined where it begins each line. */
export function alignClass(node: DocumentNode, member = 'align'): string | undefined {
  return alignments.get(textOf(node, member));
}

/** The class of a block that may be wider than the text around. */
export function wideClass({ data }: DocumentNode): string | false {
  return data?.fullWidth === true && 'wide';
}

/** Ways to align, as the contract and as HTML name them. */
export const alignments: ReadonlyMap<string, string> = new Map([
  ['center', 'center'],
  ['right', 'end'],
  ['end', 'end'],
]);

/** Attributes of what may be wider than its place: it scrolls by itself, with the keyboard too, and has a name. */
export function scrolling(name: string): Attributes {
  return { role: 'group', 'aria-label': name, tabindex: '0' };
}
