import { anchorKey } from '../../text/links/anchor-key.js';
import { pageSizeLimit } from '../../tree/pages/blobs.js';
import { type RefusedTranslation, translatePage } from '../translate-page.js';

/** Texts to be written in another language. */
export interface TextsToTranslate {
  /** Markdown by the id of what has it. */
  pages: readonly { id: string; markdown: string }[];
  /** Translations by the hashes of segments. */
  answers: ReadonlyMap<string, string>;
  /** Keys of the headings that links name. */
  anchors: ReadonlySet<string>;
}

/** A text in another language, and what of it stayed in its own. */
export interface TranslatedText {
  id: string;
  markdown: string;
  refused: RefusedTranslation[];
}

/** Bytes of a text in another language: what a page may have, less what its title and description may add in front of it. */
const longest = pageSizeLimit - 16_384;

const tooLong: RefusedTranslation = {
  hash: '',
  block: '',
  rule: `must be at most ${longest} bytes in the other language; divide the page`,
};

const byteLengthOf = (text: string): number => new TextEncoder().encode(text).length;

/** Writes texts in another language. One that is too long there stays as it is. */
export function translateTexts({ pages, answers, anchors }: TextsToTranslate): TranslatedText[] {
  return pages.map(({ id, markdown: source }) => {
    const { markdown, refused } = translatePage(source, answers, { anchors: (name) => anchors.has(anchorKey(name)) });
    return byteLengthOf(markdown) > longest ? { id, markdown: source, refused: [tooLong] } : { id, markdown, refused };
  });
}
