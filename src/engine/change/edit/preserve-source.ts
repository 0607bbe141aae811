import type { Json } from '../../base/types.js';
import { type ReadOptions, readPage } from '../../text/document/from-markdown.js';
import type { DocumentNode } from '../../text/document/node-shape.js';

/** A page's text, the document that replaces it, and functions that read and write documents. */
export interface Replacement {
  /** The current text of the page, without front matter. */
  present: string;
  /** Document of the current text, and the line range of each block. */
  read: ReturnType<typeof readPage>;
  /** Top-level blocks of the new document. */
  nodes: readonly Json[];
  options: ReadOptions;
  /**
   * Writes a document as Markdown.
   * @throws ContentError for content that Markdown cannot represent
   */
  write(document: Json): string;
}

/**
 * Maximum length of a text that is compared block by block, in characters. Longer texts are replaced as a whole.
 * Comparing the blocks takes about four times as long as reading them.
 */
const maxTextLength = 50_000;

/**
 * Returns the Markdown of a new document, with the original lines of each unchanged block. The original lines have
 * details that a document does not have: comments, link definitions, attributes and line endings. Returns `written` if
 * the result would not be read as the same document.
 * @param written the whole new document as Markdown
 */
export function preserveSource(written: string, replacement: Replacement): string {
  const { present, read, nodes, options, write } = replacement;
  if (present.length > maxTextLength || written.length > maxTextLength) return written;
  const { document, lines } = read;
  const asText = (node: Json): string => write({ object: 'document', nodes: [node] }).trimEnd();
  const pieces = nodes.map(asText);
  const before = document.nodes.map((node) => asText(node as unknown as Json));
  const matches = matchTexts(before, pieces);
  if (matches.every((place) => place === undefined)) return written;
  const spans = spansOf(present, document.nodes as DocumentNode[], lines);
  const text = composeText(present, spans, { pieces, kept: matches });
  const again = readPage(text, options).document as unknown as Json;
  return write(again) === written ? text : written;
}

/**
 * Returns, for each new block, the index of an equal block before the change, or undefined. Indexes ascend, and each
 * occurs once.
 */
function matchTexts(before: readonly string[], now: readonly string[]): (number | undefined)[] {
  const places: (number | undefined)[] = now.map(() => undefined);
  let start = 0;
  while (start < now.length && start < before.length && before[start] === now[start]) places[start] = start++;
  let [end, old] = [now.length, before.length];
  while (end > start && old > start && before[old - 1] === now[end - 1]) places[--end] = --old;
  const open = new Map<string, number[]>();
  for (let at = old - 1; at >= start; at--) {
    const places = open.get(before[at]!);
    if (places) places.push(at);
    else open.set(before[at]!, [at]);
  }
  let last = start - 1;
  for (let at = start; at < end; at++) {
    const found = open.get(now[at]!) ?? [];
    while (found.length > 0 && found.at(-1)! <= last) found.pop();
    const place = found.pop();
    if (place === undefined) continue;
    places[at] = place;
    last = place;
  }
  return places;
}

/** Start and end of a block's lines in a text. */
interface Span {
  start: number;
  end: number;
}

function spansOf(
  text: string,
  nodes: readonly DocumentNode[],
  lines: ReadonlyMap<string, { from: number; to: number }>,
): Span[] {
  const ends = Array.from(text.matchAll(/\r\n?|\n|$/g), ({ index }) => index);
  const starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: ending, index }) => index + ending.length)];
  return nodes.map(({ key = '' }) => {
    const { from, to } = lines.get(key) ?? { from: 1, to: 1 };
    return { start: starts[from - 1] ?? 0, end: ends[to - 1] ?? text.length };
  });
}

/**
 * Composes the new text from the original lines of unchanged blocks, the text between them, and Markdown for changed
 * blocks.
 */
function composeText(
  present: string,
  spans: readonly Span[],
  { pieces, kept: matches }: { pieces: readonly string[]; kept: readonly (number | undefined)[] },
): string {
  const between = (place: number): string =>
    present.slice(spans[place - 1]?.end ?? 0, spans[place]?.start ?? present.length);
  const newline = present.includes('\r\n') ? '\r\n' : '\n';
  let text = '';
  let next = 0;
  const add = (part: string): void => {
    text = text === '' ? part : `${text.trimEnd()}${newline}${newline}${part}`;
  };
  // Text between removed blocks, such as link definitions, is not part of the blocks, so it stays.
  const appendTextUpTo = (place: number): void => {
    for (; next <= place; next++) if (between(next).trim() !== '') add(between(next).trim());
  };
  for (const [index, piece] of pieces.entries()) {
    const place = matches[index];
    if (place === undefined) {
      add(piece.replaceAll('\n', newline));
      continue;
    }
    const source = present.slice(spans[place]!.start, spans[place]!.end);
    const isAdjacent = next === place && (index === 0 ? place === 0 : matches[index - 1] === place - 1);
    if (isAdjacent) text += between(next++) + source;
    else {
      appendTextUpTo(place);
      add(source);
    }
  }
  const isWhole = next === spans.length && matches.at(-1) === spans.length - 1;
  if (isWhole) return text + between(next);
  appendTextUpTo(spans.length);
  return `${text.trimEnd()}${newline}`;
}
