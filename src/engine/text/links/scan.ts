import { type Leaf, readLeaves, type Span } from './blocks.js';
import { type BlockLinks, htmlDestinations, inlineDestinations } from './inline.js';
import { type JoinedText, joinSpans } from './join-spans.js';
import { definitionAt } from './targets.js';

/** Result of one pass over a Markdown text. */
export interface MarkdownScan {
  /** Sources of destinations, including queries and anchors, in text order. Offsets are in the whole text. */
  destinations: Span[];
  /** Ids in tags, which URLs may contain after `#`: `<a id="…">`, `<a name="…">`, `<h2 id="…">`. */
  ids: string[];
  /** Names of OpenAPI specifications in tags that show a part of them, in text order. */
  specifications: Span[];
  /** Source of the first heading; absent if there is none. */
  heading?: string;
}

/**
 * Finds the destinations of links, images and tags, the ids of tags, and the first heading, starting at an offset. The
 * time is linear in the length of the text.
 */
export function scanMarkdown(text: string, from: number): MarkdownScan {
  const leaves = readLeaves(text, from);
  const labels = new Set<string>();
  const blocks = leaves.map((leaf) => readBlock(text, leaf, labels));
  const found = blocks.map((block) => linksInBlock(block, labels));
  const destinations = found
    .flatMap((one) => one.destinations)
    .filter((span) => !isNote(text, span))
    .sort((left, right) => left[0] - right[0]);
  const ids = found.flatMap((one) => one.ids);
  const specifications = found.flatMap((one) => one.specifications);
  const heading = leaves.find((leaf) => leaf.kind === 'atx' || leaf.kind === 'setext');
  return { destinations, ids, specifications, ...(heading && { heading: joinSpans(text, heading.spans).text }) };
}

/**
 * Reports whether a destination belongs to annotated text. GitBook writes such text as a link to its note, so it has no
 * real target.
 */
function isNote(text: string, [start, end]: Span): boolean {
  return text.startsWith('#user-content-fn-', start) && start < end;
}

interface Block {
  kind: Leaf['kind'];
  joined: JoinedText;
  /** Destinations of the definitions at the start of the block. */
  defined: Span[];
  /** Offset of the text after the definitions. */
  start: number;
}

function readBlock(text: string, leaf: Leaf, labels: Set<string>): Block {
  const joined = joinSpans(text, leaf.spans);
  const block: Block = { kind: leaf.kind, joined, defined: [], start: 0 };
  if (leaf.kind === 'html' || leaf.kind === 'atx') return block;
  for (let found = definitionAt(joined.text, 0); found; found = definitionAt(joined.text, block.start)) {
    labels.add(found.label);
    block.defined.push([found.start, found.end]);
    block.start = found.after;
  }
  return block;
}

function linksInBlock({ kind, joined, defined, start }: Block, labels: ReadonlySet<string>): BlockLinks {
  const { destinations, ids, specifications } =
    kind === 'html' ? htmlDestinations(joined.text) : inlineFrom(joined.text, start, labels);
  const inText = ([from, to]: Span): Span => [
    joined.toSourceOffset(from),
    to === from ? joined.toSourceOffset(from) : joined.toSourceOffset(to - 1) + 1,
  ];
  return { destinations: defined.concat(destinations).map(inText), ids, specifications: specifications.map(inText) };
}

const delimiterRow = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * Reads the links of a text, starting at an offset. Reads the cells of a table one by one, because brackets and
 * backticks do not extend over several cells.
 */
function inlineFrom(text: string, start: number, labels: ReadonlySet<string>): BlockLinks {
  const rest = text.slice(start);
  const table = tableStart(rest);
  const pieces: Span[] = [[0, table]];
  const all = table < rest.length ? pieces.concat(cells(rest, table)) : pieces;
  const found: BlockLinks = { destinations: [], ids: [], specifications: [] };
  for (const [from, to] of all) {
    const { destinations, ids, specifications } = inlineDestinations(rest.slice(from, to), labels);
    const placed = ([first, last]: Span): Span => [start + from + first, start + from + last];
    for (const span of destinations) found.destinations.push(placed(span));
    for (const span of specifications) found.specifications.push(placed(span));
    for (const id of ids) found.ids.push(id);
  }
  return found;
}

/**
 * Returns the offset of a table's header row, or the text's length if there is no table. The header has as many cells
 * as the row of dashes below it.
 */
function tableStart(text: string): number {
  let previous = -1;
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at) === -1 ? text.length : text.indexOf('\n', at);
    const line = text.slice(at, end);
    const isDelimiter = previous !== -1 && line.includes('-') && line.includes('|') && delimiterRow.test(line);
    if (isDelimiter && cellCount(text.slice(previous, at - 1)) === cellCount(line)) return previous;
    previous = at;
    at = end + 1;
  }
  return text.length;
}

function cellCount(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return 1 + (inner.replace(/\\./g, '').match(/\|/g)?.length ?? 0);
}

function cells(text: string, from: number): Span[] {
  const found: Span[] = [];
  let start = from;
  for (const match of text.slice(from).matchAll(/\\.|[|\n]/g)) {
    if (match[0].length > 1) continue;
    found.push([start, from + match.index]);
    start = from + match.index + 1;
  }
  found.push([start, text.length]);
  return found;
}
