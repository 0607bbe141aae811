import { lowerBound } from '../base/lower-bound.js';
import { documentFromParsedPage, type ParsedPage, parsePage } from '../text/document/from-markdown.js';
import { unusedCharacter } from './unused-character.js';

/** The Markdown of a page without front matter and byte-order mark, parsed for translation. */
export interface Body extends ParsedPage {
  slice(start: number, end: number): string;
  /** Returns the line of an offset, counted from 1. */
  lineOf(at: number): number;
  /** A character that does not occur in the page. */
  unused: string;
  /** Returns the document and the lines of its blocks. The first call computes them. */
  page(): ReturnType<typeof documentFromParsedPage>;
}

/** Parses a body. Returns undefined if it exceeds the parser's limits; such a page is shown as code. */
export function readBody(source: string): Body | undefined {
  const parsed = parsePage(source);
  if (!parsed) return undefined;
  const starts = [0, ...Array.from(source.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
  let page: ReturnType<typeof documentFromParsedPage> | undefined;
  return {
    ...parsed,
    slice: (start, end) => source.slice(start, end),
    lineOf: (at) => lowerBound(starts, at + 1),
    unused: unusedCharacter(source),
    page: () => {
      page ??= documentFromParsedPage(parsed);
      return page;
    },
  };
}
