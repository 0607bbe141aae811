import type { Span } from './blocks.js';
import { gitbookTagAt, htmlTagAt, type Tag } from './tags.js';
import { inlineTarget, normalizeLabel } from './targets.js';

/** What a block's text holds. */
export interface Found {
  destinations: Span[];
  /** What its tags can be named by behind `#`. */
  ids: string[];
  /** Names of OpenAPI specifications in tags that show something of them. */
  specifications: Span[];
}

interface Scan extends Found {
  text: string;
  labels: ReadonlySet<string>;
  /** Offsets of `[` that wait for their `]`. */
  brackets: { at: number; image: boolean }[];
  /** Brackets below this index stand around a link, so they are no link themselves: links do not nest. */
  spent: number;
  /** Offset behind the innermost pair of brackets closed last: a label holds no brackets. */
  lastClosed: number;
  /** Code units that reading tags may still look at: a bound for hostile text full of half-open tags. */
  budget: number;
  runs: Map<number, number[]>;
}

const special = /[\\`<![\]{]/g;

/**
 * Finds the destinations in a block's text, of links, images and tags, and the ids of tags; not in code. Reference links only count for what
 * they enclose; their destinations are the definitions'.
 * @param labels normalized labels of the definitions in the whole text.
 */
export function inlineDestinations(text: string, labels: ReadonlySet<string>): Found {
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
  while (at < text.length) at = nextSpecial(text, steps[text[at]!]!(scan, at));
  return scan;
}

/** Destinations and ids in the tags of an HTML block. */
export function htmlDestinations(text: string): Found {
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

/** What each special letter does; each answers the offset to go on from. */
const steps: Record<string, (scan: Scan, at: number) => number> = {
  '\\': (_, at) => at + 2,
  '`': (scan, at) => codeEnd(scan, at),
  '<': (scan, at) => readTag(scan, at, htmlTagAt),
  '{': (scan, at) => readTag(scan, at, gitbookTagAt),
  '!': (scan, at) => (scan.text[at + 1] === '[' ? open(scan, { at: at + 1, image: true }) : at + 1),
  '[': (scan, at) => open(scan, { at, image: false }),
  ']': closeBracket,
};

function open(scan: Scan, bracket: { at: number; image: boolean }): number {
  scan.brackets.push(bracket);
  return bracket.at + 1;
}

/** Offsets of the runs of backticks by their length, last first. */
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
  scan: Found & Pick<Scan, 'text' | 'budget'>,
  at: number,
  read: (text: string, at: number) => Tag,
): number {
  if (scan.budget < 0) return at + 1;
  const tag = read(scan.text, at);
  scan.budget -= tag.end - at;
  if (!tag.whole) return at + 1;
  // One by one: a hostile tag has more attributes than a call takes arguments.
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

/** The end of the link whose text stands between two brackets; null where it is none. */
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
