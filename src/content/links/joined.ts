import type { Span } from './blocks.js';

/** The text of a block without the markers of its containers, and the way back to the whole text. */
export interface Joined {
  text: string;
  /** Offset in the whole text of an offset in `text`. */
  origin(offset: number): number;
}

/** Joins the lines of a block with `\n`. */
export function joinSpans(text: string, spans: Span[]): Joined {
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
    origin(offset) {
      const line = lastAtMost(starts, offset);
      return spans[line]![0] + offset - starts[line]!;
    },
  };
}

function lastAtMost(sorted: number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
