import type { Span } from './blocks.js';
import { gitbookTagAt, htmlTagAt, type Tag } from './tags.js';
import { inlineTarget, normalizeLabel } from './targets.js';

/** Links and ids found in a block's text. */
export interface BlockLinks {
  destinations: Span[];
  /** Ids of the tags in the text. URLs may contain them after `#`. */
  ids: string[];
  /** Names of OpenAPI specifications in tags that show a part of them. */
  specifications: Span[];
}

interface Scan extends BlockLinks {
  text: string;
  labels: ReadonlySet<string>;
  /** Offsets of the `[` that are still open. */
  brackets: { at: number; image: boolean }[];
  /** Brackets below this index enclose a link, so they cannot be links themselves: links must not be nested. */
  spent: number;
  /**
   * Offset after the last closed pair of brackets that contains no other brackets. It is needed because a label must
   * not contain brackets.
   */
  lastClosed: number;
  /** Remaining code units to examine when tags are read. It limits malicious text with many unclosed tags. */
  budget: number;
  runs: Map<number, number[]>;
}

const special = /[\\`<![\]{]/g;

/**
 * Finds the destinations of links, images and tags in a block's text, and the ids of tags. Omits code. Also recognizes
 * reference links, because links must not be nested; their destinations are in the definitions.
 * @param labels normalized labels of the definitions in the whole text
 */
export function inlineDestinations(text: string, labels: ReadonlySet<string>): BlockLinks {
  const scan: Scan = {
    text,
    labels,
    destinations: [],
    ids: [],
    specifications: [],
    brackets: [],
    spent: 0,
    lastClosed: 0,
    budget: 20 * text.length + 100_000,
    runs: codeRuns(text),
  };
  let at = nextSpecial(text, 0);
  while (at < text.length) at = nextSpecial(text, handlers[text[at]!]!(scan, at));
  return scan;
}

/** Finds destinations and ids in the tags of an HTML block. */
export function htmlDestinations(text: string): BlockLinks {
  const scan = { text, destinations: [], ids: [], specifications: [], budget: 20 * text.length + 100_000 };
  if (/^\s*<(?:script|pre|style|textarea)[\s>]/i.test(text)) return scan;
  let at = text.search(/[<{]/);
  while (at !== -1 && at < text.length) {
    const next = text[at] === '<' ? readTag(scan, at, htmlTagAt) : readTag(scan, at, gitbookTagAt);
    const step = /[<{]/g;
    step.lastIndex = next;
    at = step.exec(text)?.index ?? -1;
  }
  return scan;
}

function nextSpecial(text: string, from: number): number {
  special.lastIndex = from;
  return special.exec(text)?.index ?? text.length;
}

/** Handlers of the special characters. Each returns the next offset. */
const handlers: Record<string, (scan: Scan, at: number) => number> = {
  '\\': (_, at) => at + 2,
  '`': (scan, at) => codeEnd(scan, at),
  '<': (scan, at) => readTag(scan, at, htmlTagAt),
  '{': (scan, at) => readTag(scan, at, gitbookTagAt),
  '!': (scan, at) => (scan.text[at + 1] === '[' ? openBracket(scan, { at: at + 1, image: true }) : at + 1),
  '[': (scan, at) => openBracket(scan, { at, image: false }),
  ']': closeBracket,
};

function openBracket(scan: Scan, bracket: { at: number; image: boolean }): number {
  scan.brackets.push(bracket);
  return bracket.at + 1;
}

/** Returns the offsets of runs of backticks by length, in descending order. */
function codeRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const starts = runs.get(match[0].length);
    if (starts) starts.push(match.index);
    else runs.set(match[0].length, [match.index]);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

function codeEnd({ text, runs }: Scan, at: number): number {
  let length = 0;
  while (text[at + length] === '`') length += 1;
  const starts = runs.get(length) ?? [];
  while (starts.length > 0 && starts.at(-1)! <= at) starts.pop();
  return (starts.at(-1) ?? at) + length;
}

function readTag(
  scan: BlockLinks & Pick<Scan, 'text' | 'budget'>,
  at: number,
  read: (text: string, at: number) => Tag,
): number {
  if (scan.budget < 0) return at + 1;
  const tag = read(scan.text, at);
  scan.budget -= tag.end - at;
  if (!tag.whole) return at + 1;
  // Adds the values one by one, because a malicious tag may have more attributes than a call accepts arguments.
  for (const value of tag.values) scan.destinations.push(value);
  for (const id of tag.ids) scan.ids.push(id);
  for (const name of tag.specifications) scan.specifications.push(name);
  return tag.end;
}

function closeBracket(scan: Scan, at: number): number {
  const opener = scan.brackets.pop();
  if (!opener) return at + 1;
  const usable = opener.image || scan.brackets.length >= scan.spent;
  scan.spent = Math.min(scan.spent, scan.brackets.length);
  const after = usable ? linkEnd(scan, opener.at, at) : null;
  scan.lastClosed = after ?? at + 1;
  if (after !== null && !opener.image) scan.spent = scan.brackets.length;
  return after ?? at + 1;
}

/** Returns the end of the link whose text is between two brackets; null if it is not a link. */
function linkEnd(scan: Scan, opened: number, closed: number): number | null {
  const target = scan.text[closed + 1] === '(' ? inlineTarget(scan.text, closed + 1) : null;
  if (target) {
    scan.destinations.push([target.start, target.end]);
    return target.after;
  }
  const label = /\[((?:[^\\[\]]|\\[\s\S]){0,999})\]/y;
  label.lastIndex = closed + 1;
  const full = label.exec(scan.text);
  if (full && full[1] !== '') return scan.labels.has(normalizeLabel(full[1]!)) ? label.lastIndex : null;
  const short =
    scan.lastClosed <= opened &&
    closed - opened < 1000 &&
    scan.labels.has(normalizeLabel(scan.text.slice(opened + 1, closed)));
  return short ? (full ? label.lastIndex : closed + 1) : null;
}
