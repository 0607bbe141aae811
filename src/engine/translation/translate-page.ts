import { scanMarkdown } from '../text/links/scan.js';
import { replaceBody, splitFrontMatter } from '../text/markdown/front-matter.js';
import { setFields } from '../text/markdown/front-matter-edit.js';
import { acceptTranslations } from './accept-translations.js';
import { blockKeys } from './block-keys.js';
import type { Body } from './body.js';
import { brokenRule } from './check-translation.js';
import { headingAnchors } from './heading-anchors.js';
import { frontMatterBlock, readPageText } from './page-text.js';
import type { Unit } from './pieces.js';
import { segmentHash } from './segments.js';
import { unitsOf } from './units.js';
import { writeRange } from './write-unit.js';

/** Options for the translation of a page. */
export interface TranslateOptions {
  /** Converts the destination of a link, image or tag. If absent, destinations do not change. */
  links?: (target: string) => string;
  /**
   * Reports whether a link refers to this heading id. Such an id must not change with the translation. By default,
   * checks only the links of the page itself.
   */
  anchors?: (id: string) => boolean;
}

/** A translation that was rejected, and the rule that it breaks. */
export interface RefusedTranslation {
  hash: string;
  /** Key of the block that contains the segment, as in `Segment`. */
  block: string;
  rule: string;
}

/** A page in another language. */
export interface TranslatedPage {
  markdown: string;
  refused: RefusedTranslation[];
  /** Hashes of the segments without a translation, without duplicates. */
  missing: string[];
}

/** The rule that a translation breaks if it would change the page's blocks or markup. */
export const structureRule = 'must not change the structure of the page';

/**
 * Replaces the segments of a page by their translations, given by segment hash. If a translation is missing or breaks a
 * rule (`brokenRule`, `structureRule`), the segment keeps its source text. Everything except segments stays
 * byte-identical; a replaced segment is written in the project's Markdown style. A heading that is the target of a link
 * gets an explicit id. The time is proportional to the length of the page.
 */
export function translatePage(
  markdown: string,
  translations: ReadonlyMap<string, string>,
  options: TranslateOptions = {},
): TranslatedPage {
  const { fields, lead, body } = readPageText(markdown);
  const translationOf = createLookup(translations);
  const newFields = fields.flatMap(({ name, text }) => {
    const answer = translationOf(text, () => frontMatterBlock);
    return answer === undefined ? [] : [[name, answer.trim()] as const];
  });
  const translated = body ? translateBody(body, translationOf, options) : null;
  const text = translated === null ? markdown : replaceBody(markdown, lead + translated);
  const fielded = newFields.length > 0 ? setFields(text, Object.fromEntries(newFields)) : text;
  return {
    markdown: options.links ? rewriteDestinations(fielded, options.links) : fielded,
    refused: translationOf.refused,
    missing: [...translationOf.missing],
  };
}

interface TranslationLookup {
  /**
   * Returns the translation of a text; undefined if the text has no translation, or if its translation breaks a rule.
   */
  (text: string, block: () => string): string | undefined;
  refused: RefusedTranslation[];
  missing: Set<string>;
}

function createLookup(translations: ReadonlyMap<string, string>): TranslationLookup {
  const [refused, missing]: [RefusedTranslation[], Set<string>] = [[], new Set()];
  const translationOf = (text: string, block: () => string): string | undefined => {
    const hash = segmentHash(text);
    const answer = translations.get(hash);
    const rule = answer === undefined ? null : brokenRule(text, answer);
    if (answer === undefined) missing.add(hash);
    if (rule) refused.push({ hash, block: block(), rule });
    return rule ? undefined : answer;
  };
  return Object.assign(translationOf, { refused, missing });
}

/** Returns the body with translated units; null if no translation changes the body. */
function translateBody(body: Body, translationOf: TranslationLookup, options: TranslateOptions): string | null {
  const units = unitsOf(body);
  const keys = new Map<Unit, string>();
  const blockKey = (unit: Unit): string => {
    if (keys.size === 0) {
      const key = blockKeys(body);
      for (const one of units) keys.set(one, key(one.place));
    }
    return keys.get(unit)!;
  };
  const answers = new Map<Unit, string>();
  for (const unit of units) {
    const answer = translationOf(unit.text, () => blockKey(unit));
    if (answer !== undefined && answer !== unit.text) answers.set(unit, answer);
  }
  if (answers.size === 0) return null;
  const anchors = headingAnchors(body, { units, keyOf: blockKey, isNamed: options.anchors });
  const { kept, refused } = acceptTranslations(body, { units, translations: answers, anchors });
  for (const unit of refused) {
    translationOf.refused.push({ hash: segmentHash(unit.text), block: blockKey(unit), rule: structureRule });
  }
  return writeRange(body, { units, start: 0, end: body.source.length }, { translations: kept, anchors });
}

function rewriteDestinations(text: string, links: (target: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of scanMarkdown(text, splitFrontMatter(text).bodyStart).destinations) {
    parts.push(text.slice(at, start), links(text.slice(start, end)));
    at = end;
  }
  return parts.join('') + text.slice(at);
}
