import { type Marks, markName, markOf, orderedMarks, sharedMarks } from './marks.js';
import type { Inline, Leaf, Text } from './nodes.js';

/** A piece of inline content before normalization: text with its marks, or an inline. */
export type InlinePart = { text: string; marks: Marks } | Inline;

/**
 * Normalizes inline content. Adjacent text with equal marks becomes one leaf, and adjacent leaves become one text node.
 * Omits empty text. A line break gets those marks that the text on both sides has.
 */
export function normalizeInlines(pieces: readonly InlinePart[]): (Text | Inline)[] {
  const nodes: (Text | Inline)[] = [];
  for (const piece of withLineBreaks(pieces)) {
    if ('object' in piece) nodes.push(piece);
    else append(textAtEnd(nodes), piece.text, piece.marks);
  }
  return nodes;
}

function withLineBreaks(pieces: readonly InlinePart[]): InlinePart[] {
  const parts = pieces.flatMap((piece) => ('object' in piece ? [piece] : splitLines(piece)));
  let next: Marks = new Set();
  const after = parts.map(() => next);
  for (let index = parts.length - 1; index >= 0; index--) {
    after[index] = next;
    next = isBreak(parts[index]!) ? next : marksOf(parts[index]!);
  }
  let before: Marks = new Set();
  return parts.map((part, index) => {
    if (isBreak(part)) return { text: '\n', marks: sharedMarks(before, after[index]!) };
    before = marksOf(part);
    return part;
  });
}

function splitLines(piece: Exclude<InlinePart, Inline>): InlinePart[] {
  return (piece.text.match(/\n|[^\n]+/g) ?? []).map((text) => ({ text, marks: piece.marks }));
}

function isBreak(piece: InlinePart): boolean {
  return !('object' in piece) && piece.text === '\n';
}

function marksOf(piece: InlinePart): Marks {
  return 'object' in piece ? new Set() : piece.marks;
}

function textAtEnd(nodes: (Text | Inline)[]): Text {
  const last = nodes.at(-1);
  if (last?.object === 'text') return last;
  const text: Text = { object: 'text', leaves: [] };
  nodes.push(text);
  return text;
}

function append(node: Text, text: string, marks: Marks): void {
  const names = orderedMarks(marks);
  const last: Leaf | undefined = node.leaves.at(-1);
  if (last && last.marks.map(markName).join() === names.join()) last.text += text;
  else node.leaves.push({ object: 'leaf', text, marks: names.map(markOf) });
}
