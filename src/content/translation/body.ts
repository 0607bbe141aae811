import type { Root } from 'mdast';
import { isReadable } from '../document/effort.js';
import { maxDepth } from '../document/nodes.js';
import { surveyOf } from '../document/reading.js';
import { parseMarkdown } from '../document/syntax.js';
import { lowerBound } from '../lower-bound.js';

/** The Markdown of a page, without front matter and byte-order mark, as it is read for translation. */
export interface Body {
  source: string;
  root: Root;
  slice(start: number, end: number): string;
  /** The line of an offset, counted from 1. */
  lineOf(at: number): number;
}

/** Reads a body; undefined for one beyond the bounds for reading, which is shown as code. */
export function readBody(source: string): Body | undefined {
  const root = isReadable(source) ? parseMarkdown(source) : undefined;
  if (!root || surveyOf(root).depth > maxDepth) return undefined;
  const starts = [0, ...Array.from(source.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
  return {
    source,
    root,
    slice: (start, end) => source.slice(start, end),
    lineOf: (at) => lowerBound(starts, at + 1),
  };
}
