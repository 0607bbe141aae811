import type { FootnoteDefinition } from 'mdast';
import { nodesOfPieces, type Piece } from '../nodes/leaves.js';
import { type InlineAnnotation, maxAnnotationDepth, type Text } from '../nodes/nodes.js';
import { notedBlock, type Reading, sourceOf } from '../nodes/reading.js';

/** The note of an annotation, as a fragment of it. */
export type Note = InlineAnnotation['fragments'];

/** Characters that further references to the same footnotes of a page may repeat: each annotation has its own copy. */
const maxRepeated = 10_000;

/**
 * What the footnote of a label (`labelOf`) says, in blocks. Undefined where it cannot be a note: without a definition, within itself, too deep
 * in others, or repeated beyond the bound; the reference then stays as written.
 */
export function readNote(reading: Reading, label: string): Note | undefined {
  const { notes } = reading;
  const definition = reading.survey.footnotes.get(label);
  if (!definition || notes.open.has(definition) || notes.open.size >= maxAnnotationDepth) return undefined;
  const length = notes.read.has(definition) ? sourceOf(reading, definition).length : 0;
  if (notes.repeated + length > maxRepeated) return undefined;
  notes.repeated += length;
  notes.read.add(definition);
  notes.open.add(definition);
  const blocks = reading.readNote(definition);
  notes.open.delete(definition);
  return [
    { object: 'fragment', type: 'annotation-body', nodes: blocks.length ? blocks : [emptyBody(reading, definition)] },
  ];
}

/** An annotation of some text. */
export function annotationOf(pieces: readonly Piece[], fragments: Note): InlineAnnotation {
  return { object: 'inline', type: 'annotation', nodes: nodesOfPieces(pieces) as Text[], fragments, isVoid: false };
}

/** Takes away the word at the end of what was read, as GitBook finds what a footnote annotates; nothing where there is none. */
export function takeWord(pieces: Piece[]): Piece[] {
  const last = pieces.at(-1);
  if (!last || 'object' in last) return [];
  const start = wordStart(last.text);
  if (start === last.text.length) return [];
  pieces[pieces.length - 1] = { ...last, text: last.text.slice(0, start) };
  return [{ ...last, text: last.text.slice(start) }];
}

/** Where the word at the end of a text begins; its length where there is none. */
export function wordStart(text: string): number {
  let start = text.length;
  while (start > 0) {
    const low = text.charCodeAt(start - 1);
    const size = start > 1 && low >= 0xdc00 && low < 0xe000 ? 2 : 1;
    if (!/^[\p{L}\p{M}\p{N}]$/u.test(text.slice(start - size, start))) break;
    start -= size;
  }
  return start;
}

/** The contract wants a block in a note. */
function emptyBody(reading: Reading, definition: FootnoteDefinition) {
  const { start, end } = definition.position!;
  return { ...notedBlock(reading, { type: 'paragraph', source: '', from: start.line, to: end.line }), nodes: [] };
}
