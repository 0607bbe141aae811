import { hashOf } from '../base/blob.js';
import { blockKeys } from './block-keys.js';
import { frontMatterBlock, isPlainText, readPageText } from './page-text.js';
import { unitsOf } from './units.js';

/**
 * A text that is translated as a whole. Examples are a paragraph, a heading, a cell, the title of a tab, the text of an
 * image, and a front matter field.
 */
export interface Segment {
  /** Hash of the text with its tags. It is the key of the translation memory. */
  hash: string;
  /**
   * Plain text for a provider. Numbered tags replace the parts that must not change: `Press <x0>Save</x0>, then <x1/>.`
   */
  text: string;
  /**
   * Key of the block that contains the text, as used for comments; `front-matter` for a field of the front matter,
   * empty for a title (`segmentOfTitle`).
   */
  block: string;
}

/**
 * Returns the segments of a page's Markdown, including front matter, in page order. A text that occurs twice is in the
 * list twice, with the same hash. Code, formulas, addresses, expressions and texts without letters are not segments.
 * For a page that exceeds the parser's limits, returns only the segments of its front matter. The time is proportional
 * to the length of the text.
 */
export function segmentsOf(markdown: string): Segment[] {
  const { fields, body } = readPageText(markdown);
  const front = fields.map(({ text }) => segment(text, frontMatterBlock));
  const units = body ? unitsOf(body) : [];
  if (!body || units.length === 0) return front;
  const blockKey = blockKeys(body);
  return [...front, ...units.map((unit) => segment(unit.text, blockKey(unit.place)))];
}

/**
 * Returns the segment for a text without markup, such as the title of a page or space; undefined for a text without
 * letters.
 */
export function segmentOfTitle(text: string): Segment | undefined {
  return isPlainText(text) ? segment(text, '') : undefined;
}

/** Returns the hash of a segment's text. */
export function segmentHash(text: string): string {
  return hashOf(text);
}

function segment(text: string, block: string): Segment {
  return { hash: segmentHash(text), text, block };
}
