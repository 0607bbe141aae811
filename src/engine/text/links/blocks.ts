import { htmlEnd, htmlStart, openerAt } from './block-starts.js';
import { type Cursor, indentOf, isBlank, linesOf, skipColumns } from './lines.js';

/** A range of a line, in code units; the end is exclusive. */
export type Span = [start: number, end: number];

/** A block that may contain links but no other blocks: its lines without the markers of quotes and lists. */
export interface Leaf {
  /** Type of the block. `atx` and `setext` are the forms of headings: `# Title`, and a title with an underline. */
  kind: 'paragraph' | 'atx' | 'setext' | 'html';
  spans: Span[];
}

/**
 * Maximum nesting depth of quotes and list items; deeper ones are read as text. Real documents have fewer levels, and
 * malicious documents with more would take too much time.
 */
const maxDepth = 64;

/** A quote, or the indentation of a list item's content in columns. */
type Container = 'quote' | number;

interface State {
  text: string;
  containers: Container[];
  open: Open | null;
  /** Whether the previous line began a list item without content. If so, a blank line ends the item. */
  emptyItem: boolean;
  leaves: Leaf[];
}

type Open =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'html'; spans: Span[]; end: RegExp }
  | { kind: 'fence'; mark: string };

/**
 * Finds the blocks of Markdown text that may contain links, by CommonMark's rules for blocks. Omits code. It makes one
 * pass in linear time; remark would need seconds for a malicious megabyte.
 */
export function readLeaves(text: string, from: number): Leaf[] {
  const state: State = { text, containers: [], open: null, emptyItem: false, leaves: [] };
  for (const cursor of linesOf(text, from)) readLine(state, cursor);
  closeLeaf(state);
  return state.leaves;
}

function readLine(state: State, cursor: Cursor): void {
  const matched = matchContainers(state, cursor);
  const whole = matched === state.containers.length;
  if (whole && continuesVerbatim(state, cursor)) return;
  const before = state.containers.slice(0, matched);
  const opened = openContainers(state, { cursor, containers: before, whole });
  if (!opened && !whole && isLazyContinuation(state, cursor)) {
    extendParagraph(state, cursor);
    return;
  }
  if (opened || !whole) closeLeaf(state);
  state.containers = before;
  state.emptyItem = opened && before.at(-1) !== 'quote' && isBlank(cursor);
  readLeaf(state, cursor);
}

function matchContainers(state: State, cursor: Cursor): number {
  const { containers } = state;
  for (let depth = 0; depth < containers.length; depth += 1) {
    const container = containers[depth]!;
    const { columns, next } = indentOf(cursor);
    if (state.emptyItem && depth === containers.length - 1 && isBlank(cursor)) return depth;
    if (container === 'quote') {
      if (columns > 3 || cursor.text[next] !== '>' || next >= cursor.end) return depth;
      enterQuote(cursor, next);
    } else if (columns >= container) skipColumns(cursor, container);
    else if (!isBlank(cursor)) return depth;
  }
  return containers.length;
}

function enterQuote(cursor: Cursor, marker: number): void {
  skipColumns(cursor, indentOf(cursor).columns);
  cursor.at = marker + 1;
  cursor.column += 1;
  if (indentOf(cursor).columns > 0) skipColumns(cursor, 1);
}

/** Adds a line unchanged to open code or HTML. Returns false if neither is open. */
function continuesVerbatim(state: State, cursor: Cursor): boolean {
  const { open } = state;
  if (open?.kind === 'fence') {
    if (closesFence(cursor, open.mark)) state.open = null;
    return true;
  }
  if (open?.kind !== 'html') return false;
  if (open.end === htmlEnd.blank && isBlank(cursor)) closeLeaf(state);
  else addHtml(state, cursor);
  return true;
}

function closesFence(cursor: Cursor, mark: string): boolean {
  const { columns, next } = indentOf(cursor);
  if (columns > 3 || !cursor.text.startsWith(mark, next)) return false;
  const rest = cursor.text.slice(next, cursor.end).trimEnd();
  return rest.length >= mark.length && [...rest].every((letter) => letter === mark[0]);
}

function addHtml(state: State, cursor: Cursor): void {
  if (state.open?.kind !== 'html') return;
  state.open.spans.push([cursor.at, cursor.end]);
  if (state.open.end !== htmlEnd.blank && state.open.end.test(cursor.text.slice(cursor.at, cursor.end)))
    closeLeaf(state);
}

function openContainers(
  state: State,
  { cursor, containers, whole }: { cursor: Cursor; containers: Container[]; whole: boolean },
) {
  let opened = false;
  while (containers.length < maxDepth) {
    const interrupts = whole && !opened && state.open?.kind === 'paragraph';
    const opener = openerAt(cursor, interrupts);
    if (!opener) break;
    if (opener.kind === 'quote') enterQuote(cursor, opener.at);
    else skipColumns(cursor, opener.columns, opener.marker);
    containers.push(opener.kind === 'quote' ? 'quote' : opener.columns);
    opened = true;
  }
  return opened;
}

/**
 * Reports whether a line continues a paragraph although the markers of its quote or list are missing. A line that
 * starts another block does not.
 */
function isLazyContinuation(state: State, cursor: Cursor): boolean {
  if (state.open?.kind !== 'paragraph' || isBlank(cursor)) return false;
  return indentOf(cursor).columns > 3 || leafStart(cursor, true) === null;
}

type Start = { kind: 'heading' | 'break' } | { kind: 'fence'; mark: string } | { kind: 'html'; end: RegExp };

function leafStart(cursor: Cursor, inParagraph: boolean): Start | null {
  const line = cursor.text.slice(indentOf(cursor).next, cursor.end);
  if (/^#{1,6}(?:[ \t]|$)/.test(line)) return { kind: 'heading' };
  if (/^([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) return { kind: 'break' };
  const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0];
  if (mark) return { kind: 'fence', mark };
  const end = htmlStart(line, inParagraph);
  return end && { kind: 'html', end };
}

function readLeaf(state: State, cursor: Cursor): void {
  const inParagraph = state.open?.kind === 'paragraph';
  if (isBlank(cursor)) closeLeaf(state);
  else if (indentOf(cursor).columns > 3) {
    // Indented text cannot interrupt a paragraph, so it is code only outside of paragraphs.
    if (inParagraph) extendParagraph(state, cursor);
  } else if (inParagraph && /^(?:=+|-+)[ \t]*$/.test(cursor.text.slice(indentOf(cursor).next, cursor.end)))
    closeLeaf(state, 'setext');
  else startLeaf(state, cursor, leafStart(cursor, inParagraph));
}

function startLeaf(state: State, cursor: Cursor, found: Start | null): void {
  if (!found) {
    extendParagraph(state, cursor);
    return;
  }
  closeLeaf(state);
  if (found.kind === 'heading') state.leaves.push({ kind: 'atx', spans: [headingSpan(cursor)] });
  else if (found.kind === 'fence') state.open = { kind: 'fence', mark: found.mark };
  else if (found.kind === 'html') {
    state.open = { kind: 'html', spans: [], end: found.end };
    addHtml(state, cursor);
  }
}

function headingSpan(cursor: Cursor): Span {
  const line = cursor.text.slice(indentOf(cursor).next, cursor.end).trimEnd();
  const marker = /^#+[ \t]*/.exec(line)![0].length;
  // The closing run of `#` counts only if a space precedes it.
  let end = line.length;
  while (line[end - 1] === '#') end -= 1;
  if (end > marker && !/[ \t]/.test(line[end - 1]!)) end = line.length;
  const begin = indentOf(cursor).next;
  return [begin + marker, begin + Math.max(marker, end)];
}

function extendParagraph(state: State, cursor: Cursor): void {
  const span: Span = [indentOf(cursor).next, cursor.end];
  if (state.open?.kind === 'paragraph') state.open.spans.push(span);
  else state.open = { kind: 'paragraph', spans: [span] };
}

function closeLeaf(state: State, kind?: 'setext'): void {
  const { open } = state;
  if (open && open.kind !== 'fence') state.leaves.push({ kind: kind ?? open.kind, spans: open.spans });
  state.open = null;
}
