import { type FrontMatter, readableFields, splitFrontMatter } from '../text/markdown/front-matter.js';
import { type Body, readBody } from './body.js';
import { hasWords } from './pieces.js';
import { hasTag } from './tagged-parts.js';

/** The `block` of texts that stand in the front matter. */
export const frontMatterBlock = 'front-matter';

/** A page as it is read for translation. */
export interface PageText {
  /** The fields of the front matter that are text to translate. */
  fields: { name: string; text: string }[];
  /** Marks of byte order that the body begins with: offsets are counted from behind them. */
  lead: string;
  /** Absent where the page is beyond the bounds for reading. */
  body?: Body;
}

const fieldNames = ['title', 'description'];

/** Reads a page with its front matter, which has no fields where it cannot be read. */
export function readPageText(markdown: string): PageText {
  const parts = splitFrontMatter(markdown);
  const lead = /^\uFEFF*/.exec(parts.body)![0];
  const body = readBody(parts.body.slice(lead.length));
  return { fields: fieldsOf(parts), lead, ...(body && { body }) };
}

function fieldsOf(parts: FrontMatter): PageText['fields'] {
  const fields = readableFields(parts);
  return fieldNames.flatMap((name) => {
    const text = fields[name];
    return typeof text === 'string' && isPlainText(text) ? [{ name, text }] : [];
  });
}

/** Whether a text without markup is one to translate: it has words and nothing that reads as a numbered tag. */
export function isPlainText(text: string): boolean {
  return hasWords(text) && !hasTag(text);
}
