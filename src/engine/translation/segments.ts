import { hashOf } from '../base/blob.js';
import { blockKeys } from './block-keys.js';
import { frontMatterBlock, isPlainText, readPageText } from './page-text.js';
import { unitsOf } from './units.js';

/** One piece of text that is translated as a whole: a paragraph, heading, cell, title of a tab, text of an image, a field of the front matter. */
export interface Segment {
  /** Of the text with its tags: what a translation memory is keyed by. */
  hash: string;
  /** What a provider is given: plain text in which what must not change stands as numbered tags: `Press <x0>Save</x0>, then <x1/>.` */
  text: string;
  /** Key of the block it is in, as comments name it; `front-matter` for a field of the front matter, empty for a title (`segmentOfTitle`). */
  block: string;
}

/**
 * The segments of a page's Markdown, its front matter included, in the order of the page; a text that occurs twice is there
 * twice, with one hash. Code, formulas, addresses, expressions and texts without letters are none. A page beyond the bounds
 * for reading has only those of its front matter. Takes time in proportion to the text.
 */
export function segmentsOf(markdown: string): Segment[] {
  const { fields, body } = readPageText(markdown);
  const front = fields.map(({ text }) => segment(text, frontMatterBlock));
  const units = body ? unitsOf(body) : [];
  if (!body || units.length === 0) return front;
  const keyOf = blockKeys(body);
  return [...front, ...units.map((unit) => segment(unit.text, keyOf(unit.place)))];
}

/** The segment that a text without markup is, such as the title of a page or space; undefined for one without letters. */
export function segmentOfTitle(text: string): Segment | undefined {
  return isPlainText(text) ? segment(text, '') : undefined;
}

/** The hash of a segment's text. */
export function segmentHash(text: string): string {
  return hashOf(text);
}

function segment(text: string, block: string): Segment {
  return { hash: segmentHash(text), text, block };
}
