import type { FootnoteDefinition } from 'mdast';
import { type InlinePart, normalizeInlines } from '../nodes/leaves.js';
import { type InlineAnnotation, maxAnnotationDepth, type Text } from '../nodes/nodes.js';
import { createBlock, type ReadState, sourceOf } from '../nodes/read-state.js';

/** The note of an annotation, which is stored in its fragments. */
export type Note = InlineAnnotation['fragments'];

/**
 * Maximum number of characters that repeated references to a page's footnotes may add, because each annotation has its
 * own copy of the note.
 */
const maxRepeated = 10_000;

/**
 * Returns the blocks of the footnote with a label (`normalizedLabel`). Returns undefined if the footnote is missing,
 * contains itself, is nested too deep, or is repeated beyond the limit. The reference then stays text.
 */
export function readNote(readState: ReadState, label: string): Note | undefined {
  const { notes } = readState;
  const definition = readState.survey.footnotes.get(label);
  if (!definition || notes.open.has(definition) || notes.open.size >= maxAnnotationDepth) return undefined;
  const length = notes.read.has(definition) ? sourceOf(readState, definition).length : 0;
  if (notes.repeated + length > maxRepeated) return undefined;
  notes.repeated += length;
  notes.read.add(definition);
  notes.open.add(definition);
  const blocks = readState.readNote(definition);
  notes.open.delete(definition);
  return [
    { object: 'fragment', type: 'annotation-body', nodes: blocks.length ? blocks : [emptyBody(readState, definition)] },
  ];
}

/** Creates an annotation of some inline content. */
export function createAnnotation(pieces: readonly InlinePart[], fragments: Note): InlineAnnotation {
  return { object: 'inline', type: 'annotation', nodes: normalizeInlines(pieces) as Text[], fragments, isVoid: false };
}

/**
 * Removes the word at the end of the pieces and returns it; empty if there is none. In GitBook, a footnote annotates
 * the word before it.
 */
export function takeLastWord(pieces: InlinePart[]): InlinePart[] {
  const last = pieces.at(-1);
  if (!last || 'object' in last) return [];
  const start = lastWordStart(last.text);
  if (start === last.text.length) return [];
  pieces[pieces.length - 1] = { ...last, text: last.text.slice(0, start) };
  return [{ ...last, text: last.text.slice(start) }];
}

/** Returns the start of the word at the end of a text; the text's length if there is none. */
export function lastWordStart(text: string): number {
  let start = text.length;
  while (start > 0) {
    const low = text.charCodeAt(start - 1);
    const size = start > 1 && low >= 0xdc00 && low < 0xe000 ? 2 : 1;
    if (!/^[\p{L}\p{M}\p{N}]$/u.test(text.slice(start - size, start))) break;
    start -= size;
  }
  return start;
}

/** Creates an empty block, because a note must have one in the REST API. */
function emptyBody(readState: ReadState, definition: FootnoteDefinition) {
  const { start, end } = definition.position!;
  return { ...createBlock(readState, { type: 'paragraph', source: '', from: start.line, to: end.line }), nodes: [] };
}
