import { anchorKey } from '../../text/links/anchor-key.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { splitFrontMatter } from '../../text/markdown/front-matter.js';
import { type GlossaryEntry, termsIn } from '../glossary.js';
import { segmentOfTitle, segmentsOf } from '../segments.js';

/** Texts of a space, and what they are translated with. */
export interface TextsToAsk {
  /** Markdown of pages, front matter included. */
  pages: readonly string[];
  /** Titles and descriptions. */
  titles: readonly string[];
  glossary: readonly GlossaryEntry[];
  /** Languages that they are in, and translated to. */
  from: string;
  to: string;
}

/** A text that a provider is asked for. */
export interface AskedText {
  /** Hash of the segment. */
  hash: string;
  text: string;
  /** The terms of the glossary in it, with their translations. */
  terms: [term: string, translation: string][];
  words: number;
}

/** What texts come to. */
export interface AskedTexts {
  /** The texts to be translated, each once, in their order. */
  texts: AskedText[];
  /** Keys of the headings that the links of each page name (`anchorKey`), in the order of the pages. */
  anchors: string[][];
}

/** What of some texts is to be translated. It takes time in proportion to the texts, and to the terms of the glossary that they have. */
export function askedTexts({ pages, titles, glossary, from, to }: TextsToAsk): AskedTexts {
  const segments = [...titles.flatMap((title) => segmentOfTitle(title) ?? []), ...pages.flatMap(segmentsOf)];
  const byHash = new Map(segments.map(({ hash, text }) => [hash, text]));
  const near = termsNear([...byHash.values()].join('\n'), glossary, from);
  const texts = [...byHash].map(([hash, text]) => {
    const terms = near.length === 0 ? [] : [...termsIn(text, near, { from, to })];
    return { hash, text, terms, words: wordsOf(text) };
  });
  return { texts, anchors: pages.map(anchorsOf) };
}

/** The entries whose terms may be in a text: to look for all of a large glossary in each segment takes long. */
function termsNear(text: string, glossary: readonly GlossaryEntry[], from: string): GlossaryEntry[] {
  const said = folded(text);
  return glossary.filter(({ translations }) => {
    const term = translations[from]?.trim();
    return term !== undefined && said.includes(folded(term));
  });
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Words of a text, without its tags. */
function wordsOf(text: string): number {
  return text.replace(/<\/?x\d+\/?>/g, ' ').match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
}

function anchorsOf(page: string): string[] {
  const keys = scanMarkdown(page, splitFrontMatter(page).bodyStart).destinations.flatMap(([start, end]) => {
    const anchor = page.slice(start, end).split('#')[1];
    return anchor ? [anchorKey(anchor)] : [];
  });
  return [...new Set(keys)];
}
