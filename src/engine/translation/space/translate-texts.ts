import { anchorKey } from '../../text/links/anchor-key.js';
import { pageSizeLimit } from '../../tree/pages/blobs.js';
import { type RefusedTranslation, translatePage } from '../translate-page.js';

/** Texts to write in another language. */
export interface TextsToTranslate {
  /** Markdown, with the id of its page or reusable content. */
  pages: readonly { id: string; markdown: string }[];
  /** Translations by segment hash. */
  answers: ReadonlyMap<string, string>;
  /** Keys of the headings that occur in links. */
  anchors: ReadonlySet<string>;
}

/** A text in another language, and the translations that were rejected. */
export interface TranslatedText {
  id: string;
  markdown: string;
  refused: RefusedTranslation[];
}

/**
 * Maximum size of a translated text in bytes: the limit of a page, minus a reserve for the title and description in its
 * front matter.
 */
const maxTextBytes = pageSizeLimit - 16_384;

const tooLong: RefusedTranslation = {
  hash: '',
  block: '',
  rule: `must be at most ${maxTextBytes} bytes in the other language; divide the page`,
};

const byteLengthOf = (text: string): number => new TextEncoder().encode(text).length;

/** Translates texts into another language. A text whose translation is too long does not change. */
export function translateTexts({ pages, answers, anchors }: TextsToTranslate): TranslatedText[] {
  return pages.map(({ id, markdown: source }) => {
    const { markdown, refused } = translatePage(source, answers, { anchors: (name) => anchors.has(anchorKey(name)) });
    return byteLengthOf(markdown) > maxTextBytes
      ? { id, markdown: source, refused: [tooLong] }
      : { id, markdown, refused };
  });
}
