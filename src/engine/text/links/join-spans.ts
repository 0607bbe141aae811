import { lowerBound } from '../../base/lower-bound.js';
import type { Span } from './blocks.js';

/** Text of a block without the markers of its containers, and a function that maps offsets to the whole text. */
export interface JoinedText {
  text: string;
  /** Converts an offset in `text` to one in the whole text. */
  toSourceOffset(offset: number): number;
}

/** Joins the lines of a block with `\n`. */
export function joinSpans(text: string, spans: Span[]): JoinedText {
  const starts: number[] = [];
  const lines: string[] = [];
  let length = 0;
  for (const [start, end] of spans) {
    starts.push(length);
    lines.push(text.slice(start, end));
    length += end - start + 1;
  }
  return {
    text: lines.join('\n'),
    toSourceOffset(offset) {
      const line = lowerBound(starts, offset + 1) - 1;
      return spans[line]![0] + offset - starts[line]!;
    },
  };
}
