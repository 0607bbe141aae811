import { type FrontMatter, readableFields, splitFrontMatter } from '../text/markdown/front-matter.js';
import { type Body, readBody } from './body.js';
import { hasWords } from './pieces.js';
import { hasTag } from './tagged-parts.js';

/** Value of `block` for texts in front matter. */
export const frontMatterBlock = 'front-matter';

/** A page, parsed for translation. */
export interface PageText {
  /** Fields of the front matter with translatable text. */
  fields: { name: string; text: string }[];
  /** Byte-order marks at the beginning of the body. Offsets exclude them. */
  lead: string;
  /** Absent if the page exceeds the parser's limits. */
  body?: Body;
}

const fieldNames = ['title', 'description'];

/** Parses a page with its front matter. If the front matter cannot be parsed, there are no fields. */
export function readPageText(markdown: string): PageText {
  const parts = splitFrontMatter(markdown);
  const lead = /^\uFEFF*/.exec(parts.body)![0];
  const body = readBody(parts.body.slice(lead.length));
  return { fields: translatableFields(parts), lead, ...(body && { body }) };
}

function translatableFields(parts: FrontMatter): PageText['fields'] {
  const fields = readableFields(parts);
  return fieldNames.flatMap((name) => {
    const text = fields[name];
    return typeof text === 'string' && isPlainText(text) ? [{ name, text }] : [];
  });
}

/**
 * Reports whether a text without markup is translatable: it contains words, and nothing that looks like a numbered tag.
 */
export function isPlainText(text: string): boolean {
  return hasWords(text) && !hasTag(text);
}
