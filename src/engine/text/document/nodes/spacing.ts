import type { Content } from './write-state.js';

/**
 * Reports whether a list item can be written without blank lines. Such an item consists of a paragraph, optionally
 * followed by a list. In CommonMark, only some lists may follow a paragraph directly. An ordered list must start at 1,
 * and the first item of any list must not be empty. Returns false for a tag alone on its line, because the list would
 * become part of its HTML.
 */
export function isTight(children: readonly Content[]): boolean {
  const [first, second, third] = children;
  if (!first) return true;
  if (first.type !== 'paragraph' || third) return false;
  if (!second) return true;
  const [inline, ...more] = first.children;
  if (inline?.type === 'html' && more.length === 0 && /^<[^<]*>$/.test(inline.value)) return false;
  if (second.type !== 'list' || (second.ordered && second.start !== 1)) return false;
  return second.children[0]?.children[0]?.type === 'paragraph';
}
