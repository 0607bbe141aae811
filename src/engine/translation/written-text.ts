import type { InlinePiece, TextPiece } from './pieces.js';
import { hasTag } from './tagged-parts.js';

/**
 * Matches syntax that is text in Markdown but must not be translated: expressions, conditions, and the markers of
 * Docusaurus admonitions.
 */
const expression = /\{\{.*?\}\}|\{%.*?%\}|(?<=(?:^|\n)[ \t>]*):{3,}[\w-]*/gs;

/** Reports whether a text may contain expressions or admonition markers. This is a fast check. */
export function mayHaveExpressions(text: string): boolean {
  return /\{[{%]|:::/.test(text);
}

/** Returns the opening of an expression that does not end in a text; undefined if there is none. */
export function openExpression(written: string): string | undefined {
  return /\{\{|\{%/.exec(written.replace(expression, ''))?.[0];
}

/**
 * Adds the pieces of a text, given its source and offset in the body. Copies expressions unchanged and decodes the
 * rest.
 */
export function addWritten(
  pieces: InlinePiece[],
  { written, start, decode }: { written: string; start: number; decode(written: string): string },
): void {
  let at = 0;
  const addUpTo = (end: number): void => {
    const text = decode(written.slice(at, end));
    if (hasTag(text)) pieces.push({ kind: 'kept', start: start + at, end: start + end, units: [] });
    else addText(pieces, { text, start: start + at, end: start + end });
  };
  for (const { 0: found, index } of written.matchAll(expression)) {
    addUpTo(index);
    at = index + found.length;
    pieces.push({ kind: 'kept', start: start + index, end: start + at, units: [] });
  }
  addUpTo(written.length);
}

/** Adds text. If the last piece is text, extends it. */
export function addText(pieces: InlinePiece[], { text, start, end }: Omit<TextPiece, 'kind'>): void {
  const last = pieces.at(-1);
  if (text === '') return;
  if (last?.kind === 'text') Object.assign(last, { text: last.text + text, end });
  else pieces.push({ kind: 'text', text, start, end });
}
