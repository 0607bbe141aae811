import { anchorKey } from '../../text/links/anchor-key.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { splitFrontMatter } from '../../text/markdown/front-matter.js';
import { type GlossaryEntry, termsIn } from '../glossary.js';
import { segmentOfTitle, segmentsOf } from '../segments.js';

/** Texts of a space, and the languages and the glossary for their translation. */
export interface TranslationInput {
  /** Markdown of pages, including front matter. */
  pages: readonly string[];
  /** Titles and descriptions. */
  titles: readonly string[];
  glossary: readonly GlossaryEntry[];
  /** Source language and target language. */
  from: string;
  to: string;
}

/** A text to send to a provider. */
export interface SourceText {
  /** Hash of the segment. */
  hash: string;
  text: string;
  /** Glossary terms in the text, with their translations. */
  terms: [term: string, translation: string][];
  words: number;
}

/** Texts to translate, and headings that pages link to. */
export interface SourceTexts {
  /** Texts to translate, without duplicates: titles first, then pages. */
  texts: SourceText[];
  /** Keys (`anchorKey`) of the headings in the links of each page, in the order of the pages. */
  anchors: string[][];
}

/**
 * Returns the texts to translate. The time is proportional to the length of the texts and the number of glossary terms
 * in them.
 */
export function textsToTranslate({ pages, titles, glossary, from, to }: TranslationInput): SourceTexts {
  const segments = [...titles.flatMap((title) => segmentOfTitle(title) ?? []), ...pages.flatMap(segmentsOf)];
  const byHash = new Map(segments.map(({ hash, text }) => [hash, text]));
  const near = filterGlossary([...byHash.values()].join('\n'), glossary, from);
  const texts = [...byHash].map(([hash, text]) => {
    const terms = near.length === 0 ? [] : [...termsIn(text, near, { from, to })];
    return { hash, text, terms, words: countWords(text) };
  });
  return { texts, anchors: pages.map(anchorsOf) };
}

/**
 * Returns the glossary entries whose terms may be in a text. Searching each segment for all terms of a large glossary
 * would be slow.
 */
function filterGlossary(text: string, glossary: readonly GlossaryEntry[], from: string): GlossaryEntry[] {
  const foldedText = folded(text);
  return glossary.filter(({ translations }) => {
    const term = translations[from]?.trim();
    return term !== undefined && foldedText.includes(folded(term));
  });
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Counts the words of a text, without its tags. */
function countWords(text: string): number {
  return text.replace(/<\/?x\d+\/?>/g, ' ').match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
}

function anchorsOf(page: string): string[] {
  const keys = scanMarkdown(page, splitFrontMatter(page).bodyStart).destinations.flatMap(([start, end]) => {
    const anchor = page.slice(start, end).split('#')[1];
    return anchor ? [anchorKey(anchor)] : [];
  });
  return [...new Set(keys)];
}
