import { scanMarkdown } from '../text/links/scan.js';
import { replaceBody, splitFrontMatter } from '../text/markdown/front-matter.js';
import { setFields } from '../text/markdown/front-matter-edit.js';
import { blockKeys } from './block-keys.js';
import type { Body } from './body.js';
import { problemOf } from './check-answer.js';
import { headingAnchors } from './heading-anchors.js';
import { frontMatterBlock, readPageText } from './page-text.js';
import type { Unit } from './pieces.js';
import { segmentHash } from './segments.js';
import { settled } from './settle-answers.js';
import { unitsOf } from './units.js';
import { writeRange } from './write-unit.js';

/** Options for the translation of a page. */
export interface TranslateOptions {
  /** Converts the destination of a link, image or tag, as written; without it, all stay. */
  links?: (target: string) => string;
  /**
   * Reports whether a link names a heading's id, which must then stay although the words change. By default, checks the
   * links of the page itself.
   */
  anchors?: (id: string) => boolean;
}

/** A translation that was rejected, and the rule that it breaks. */
export interface RefusedTranslation {
  hash: string;
  /** Same as in `Segment`. */
  block: string;
  rule: string;
}

/** A page in another language. */
export interface TranslatedPage {
  markdown: string;
  refused: RefusedTranslation[];
  /** Hashes of the segments without a translation, each once. */
  missing: string[];
}

/** The rule for a translation that would change the page's blocks or markup. */
export const structureRule = 'must not change the structure of the page';

/**
 * Replaces the segments of a page by their translations, given by segment hash. A segment whose translation is missing
 * or breaks a rule (`problemOf`, `structureRule`) retains its source text. Everything except segments is
 * byte-identical; a replaced segment is written in the project's style. A heading that a link names gets an explicit
 * id. Takes time in proportion to the page.
 */
export function translatePage(
  markdown: string,
  translations: ReadonlyMap<string, string>,
  options: TranslateOptions = {},
): TranslatedPage {
  const { fields, lead, body } = readPageText(markdown);
  const take = taking(translations);
  const newFields = fields.flatMap(({ name, text }) => {
    const answer = take(text, () => frontMatterBlock);
    return answer === undefined ? [] : [[name, answer.trim()] as const];
  });
  const translated = body ? translateBody(body, take, options) : null;
  const text = translated === null ? markdown : replaceBody(markdown, lead + translated);
  const fielded = newFields.length > 0 ? setFields(text, Object.fromEntries(newFields)) : text;
  return {
    markdown: options.links ? relinked(fielded, options.links) : fielded,
    refused: take.refused,
    missing: [...take.missing],
  };
}

interface Taking {
  /** Returns the translation of a text; undefined if it has none, or one that breaks a rule. */
  (text: string, block: () => string): string | undefined;
  refused: RefusedTranslation[];
  missing: Set<string>;
}

function taking(translations: ReadonlyMap<string, string>): Taking {
  const [refused, missing]: [RefusedTranslation[], Set<string>] = [[], new Set()];
  const take = (text: string, block: () => string): string | undefined => {
    const hash = segmentHash(text);
    const answer = translations.get(hash);
    const rule = answer === undefined ? null : problemOf(text, answer);
    if (answer === undefined) missing.add(hash);
    if (rule) refused.push({ hash, block: block(), rule });
    return rule ? undefined : answer;
  };
  return Object.assign(take, { refused, missing });
}

/** Returns the body with the translations of its units; null if none changes it. */
function translateBody(body: Body, take: Taking, options: TranslateOptions): string | null {
  const units = unitsOf(body);
  const keys = new Map<Unit, string>();
  const keyOf = (unit: Unit): string => {
    if (keys.size === 0) {
      const key = blockKeys(body);
      for (const one of units) keys.set(one, key(one.place));
    }
    return keys.get(unit)!;
  };
  const answers = new Map<Unit, string>();
  for (const unit of units) {
    const answer = take(unit.text, () => keyOf(unit));
    if (answer !== undefined && answer !== unit.text) answers.set(unit, answer);
  }
  if (answers.size === 0) return null;
  const anchors = headingAnchors(body, { units, keyOf, isNamed: options.anchors });
  const { kept, refused } = settled(body, { units, answers, anchors });
  for (const unit of refused) {
    take.refused.push({ hash: segmentHash(unit.text), block: keyOf(unit), rule: structureRule });
  }
  return writeRange(body, { units, start: 0, end: body.source.length }, { answers: kept, anchors });
}

function relinked(text: string, links: (target: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of scanMarkdown(text, splitFrontMatter(text).bodyStart).destinations) {
    parts.push(text.slice(at, start), links(text.slice(start, end)));
    at = end;
  }
  return parts.join('') + text.slice(at);
}
