import { parseMarkdown } from '../../../src/engine/text/document/syntax/syntax.js';
import { splitFrontMatter } from '../../../src/engine/text/markdown/front-matter.js';
import { pseudoTranslate } from '../../../src/engine/translation/pseudo.js';
import { segmentsOf } from '../../../src/engine/translation/segments.js';
import { fingerprintBlocks } from '../../../src/engine/translation/structure.js';
import {
  type TranslatedPage,
  type TranslateOptions,
  translatePage,
} from '../../../src/engine/translation/translate-page.js';

/** Function that translates the text of a segment, as a translation provider does. */
export type Provider = (text: string, index: number) => string;

/** The built-in provider, translating into French. */
export const pseudo: Provider = (text) => pseudoTranslate(text, 'fr', new Map());

/** Translates a page with a provider. The provider gets each text once. */
export function translated(markdown: string, provider: Provider = pseudo, options?: TranslateOptions): TranslatedPage {
  return translatePage(markdown, translationsOf(markdown, provider), options);
}

/** Returns the translations of a page's segments by a provider, by hash. */
export function translationsOf(markdown: string, provider: Provider): Map<string, string> {
  return new Map(segmentsOf(markdown).map(({ hash, text }, index) => [hash, provider(text, index)]));
}

/** Returns the structure of a page's body. */
export function structure(markdown: string): string[] {
  return fingerprintBlocks(parseMarkdown(splitFrontMatter(markdown).body));
}
