import { maxDepth } from './nodes.js';

/** A syntactic construct and its parse cost, in microseconds of CPU time on a core of 3 GHz. */
interface Cost {
  pattern: RegExp;
  /** Cost per construct. */
  each?: number;
  /** Cost per pair of constructs, for constructs that the parser compares with all others. */
  pair?: number;
  /**
   * Cost per construct and character of the text, because the parser searches the text for the end of each unclosed
   * construct.
   */
  perCharacter?: number;
  /** Whether equal constructs count only once. */
  distinct?: boolean;
}

/**
 * Costs that depend on the whole page. These and `runCosts` were measured with micromark 4 on pages that contain one
 * construct many times (`hostile-markdown.test.ts`), and rounded up. A construct with a cost per pair takes quadratic
 * time: 5,000 of them, which fit into 40 KB, take seconds.
 */
const pageCosts: readonly Cost[] = [
  { pattern: /\n/g, each: 20 },
  { pattern: /\n[ \t]*\n(?=[^\n])/g, each: 40 },
  { pattern: /[`\\]/g, each: 8 },
  { pattern: /\|/g, each: 30 },
  { pattern: /[<&@:$]|www\./g, each: 15 },
  // Lines that could end a paragraph, such as a tag or a formula. The parser looks ahead at each.
  { pattern: /^[ \t]*(?:\{%|<[/ds]|\$)/gim, each: 100 },
  { pattern: /^ {0,3}(?:#|[-+*][ \t]|\d{1,9}[.)][ \t])/gm, each: 80 },
  // Quotes, nested lists, and possible heading underlines.
  { pattern: /^(?:[ \t]*(?:=+|-+)[ \t]*$|[ \t]*>|[ \t]+(?:[-+*]|\d{1,9}[.)])[ \t])/gm, pair: 0.16 },
  // Lists that end before the page ends: a marker, optional lines of the item, then a line without a marker.
  { pattern: /^(?:[-+*]|\d{1,9}[.)])[ \t].*\n(?:[ \t].*\n|\n)*(?=\S)(?![-+*][ \t]|\d{1,9}[.)][ \t])/gm, pair: 0.25 },
];

/**
 * Costs that depend on a run of lines between blank lines. The parser searches the run for the ends of inline
 * constructs.
 */
const runCosts: readonly Cost[] = [
  { pattern: /[[\]]/g, each: 50, pair: 0.02 },
  { pattern: /\*+|_+|~+/g, each: 50, pair: 0.07 },
  { pattern: /<[!?]/g, perCharacter: 0.02 },
  { pattern: /`+/g, perCharacter: 0.01, distinct: true },
];

/** Cost of a character of plain text. */
const characterCost = 1.5;

/** Maximum cost to parse a page, in microseconds. Malicious input may take at most 2 s; half of it is a reserve. */
const maxCost = 1_000_000;

/**
 * Reports whether a page can be parsed within the limit for malicious input. The time is proportional to the page's
 * length.
 */
export function isReadable(markdown: string): boolean {
  return parseCostOf(markdown) <= maxCost && !deepLine.test(markdown);
}

/** Returns the estimated worst-case cost to parse a page, in microseconds of CPU. */
function parseCostOf(markdown: string): number {
  const text = markdown.replace(/\r\n?/g, '\n');
  const plain = text.length * characterCost;
  const page = plain > maxCost ? plain : plain + costOf(pageCosts, text);
  if (page > maxCost) return page;
  return text.split(/\n[ \t>]*\n/).reduce((sum, run) => sum + costOf(runCosts, run), page);
}

function costOf(costs: readonly Cost[], text: string): number {
  return costs.reduce((sum, { pattern, each = 0, pair = 0, perCharacter = 0, distinct }) => {
    const matches = text.match(pattern) ?? [];
    const count = distinct ? new Set(matches).size : matches.length;
    return sum + count * (each + count * pair + text.length * perCharacter);
  }, 0);
}

/** Matches a line that begins more nested quotes and lists than a page may contain. */
const deepLine = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${maxDepth + 1}}`, 'm');
