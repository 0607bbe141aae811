import { anchorKey } from '../links/anchor-key.js';
import { type RefusedTranslation, translatePage } from '../translation/translate-page.js';

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

/** Writes texts in another language. */
export function translateTexts({ pages, answers, anchors }: TextsToTranslate): TranslatedText[] {
  return pages.map(({ id, markdown: source }) => {
    const { markdown, refused } = translatePage(source, answers, { anchors: (name) => anchors.has(anchorKey(name)) });
    return { id, markdown, refused };
  });
}
