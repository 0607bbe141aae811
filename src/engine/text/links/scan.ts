import { type Leaf, leavesOf, type Span } from './blocks.js';
import { type Found, htmlDestinations, inlineDestinations } from './inline.js';
import { type Joined, joinSpans } from './joined.js';
import { definitionAt } from './targets.js';

/** What one pass over a Markdown text finds. */
export interface MarkdownScan {
  /** Destinations as written, in the order of the text, offsets into the whole text; queries and anchors included. */
  destinations: Span[];
  /** What its tags can be named by behind `#`, as written: `<a id="…">`, `<a name="…">`, `<h2 id="…">`. */
  ids: string[];
  /** Names of OpenAPI specifications as written in tags that show something of them, in the order of the text. */
  specifications: Span[];
  /** Source of the first heading, absent where there is none. */
  heading?: string;
}

/** Finds the destinations of links, images and tags, the ids of tags, and the first heading, from an offset on. Linear in the text. */
export function scanMarkdown(text: string, from: number): MarkdownScan {
  const leaves = leavesOf(text, from);
  const labels = new Set<string>();
  const blocks = leaves.map((leaf) => readBlock(text, leaf, labels));
  const found = blocks.map((block) => foundIn(block, labels));
  const destinations = found
    .flatMap((one) => one.destinations)
    .filter((span) => !isNote(text, span))
    .sort((one, other) => one[0] - other[0]);
  const ids = found.flatMap((one) => one.ids);
  const specifications = found.flatMap((one) => one.specifications);
  const heading = leaves.find((leaf) => leaf.kind === 'atx' || leaf.kind === 'setext');
  return { destinations, ids, specifications, ...(heading && { heading: joinSpans(text, heading.spans).text }) };
}

/** GitBook writes annotated text as a link to its note, which leads nowhere of its own. */
function isNote(text: string, [start, end]: Span): boolean {
  return text.startsWith('#user-content-fn-', start) && start < end;
}

interface Block {
  kind: Leaf['kind'];
  joined: Joined;
  /** Destinations of the definitions that the block starts with. */
  defined: Span[];
  /** Where the text behind them starts. */
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

function foundIn({ kind, joined, defined, start }: Block, labels: ReadonlySet<string>): Found {
  const { destinations, ids, specifications } =
    kind === 'html' ? htmlDestinations(joined.text) : inlineFrom(joined.text, start, labels);
  const inText = ([from, to]: Span): Span => [
    joined.origin(from),
    to === from ? joined.origin(from) : joined.origin(to - 1) + 1,
  ];
  return { destinations: defined.concat(destinations).map(inText), ids, specifications: specifications.map(inText) };
}

const delimiterRow = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Cells of a table are read one by one: brackets and backticks do not reach over them. */
function inlineFrom(text: string, start: number, labels: ReadonlySet<string>): Found {
  const rest = text.slice(start);
  const table = tableStart(rest);
  const pieces: Span[] = [[0, table]];
  const all = table < rest.length ? pieces.concat(cells(rest, table)) : pieces;
  const found: Found = { destinations: [], ids: [], specifications: [] };
  for (const [from, to] of all) {
    const { destinations, ids, specifications } = inlineDestinations(rest.slice(from, to), labels);
    const placed = ([first, last]: Span): Span => [start + from + first, start + from + last];
    for (const span of destinations) found.destinations.push(placed(span));
    for (const span of specifications) found.specifications.push(placed(span));
    for (const id of ids) found.ids.push(id);
  }
  return found;
}

/** Offset of the header row of a table, which has as many cells as the row of dashes below; the text's length where it holds none. */
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
