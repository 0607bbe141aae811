import { lowerBound } from '../base/lower-bound.js';
import { type ParsedPage, parsePage, readParsed } from '../text/document/from-markdown.js';
import { unusedCharacter } from './unused-character.js';

/** The Markdown of a page, without front matter and byte-order mark, as it is read for translation. */
export interface Body extends ParsedPage {
  slice(start: number, end: number): string;
  /** The line of an offset, counted from 1. */
  lineOf(at: number): number;
  /** A character that the page has not. */
  unused: string;
  /** Its document, and the lines of its blocks; made once, when it is asked for. */
  page(): ReturnType<typeof readParsed>;
}

/** Reads a body; undefined for one beyond the bounds for reading, which is shown as code. */
export function readBody(source: string): Body | undefined {
  const parsed = parsePage(source);
  if (!parsed) return undefined;
  const starts = [0, ...Array.from(source.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
  let page: ReturnType<typeof readParsed> | undefined;
  return {
    ...parsed,
    slice: (start, end) => source.slice(start, end),
    lineOf: (at) => lowerBound(starts, at + 1),
    unused: unusedCharacter(source),
    page: () => {
      page ??= readParsed(parsed);
      return page;
    },
  };
}
