import { tokensOf } from '../search/tokens.js';

/** Of longer texts only so much is read: what a message is about stands at its beginning. */
const read = { characters: 5000, words: 200 };

/**
 * The words of a text in its order: folded, without the ends that English puts on them; of scripts without spaces every two
 * neighbouring characters. No language's words are left out: which of them tell groups apart, the groups themselves show.
 */
export function wordsOf(text: string): string[] {
  return writtenWordsOf(text).map(stemOf);
}

/** The words of a text in its order as they are written, folded. */
export function writtenWordsOf(text: string): string[] {
  return tokensOf(text.slice(0, read.characters).replace(/['’]/g, ''), read.words);
}

const endings: [RegExp, string][] = [
  [/(?<=..)ies$/, 'y'],
  [/(?<=ss|sh|ch|x|z)es$/, ''],
  [/(?<=..[^sui])s$/, ''],
  [/(?<=...)ing$/, ''],
  [/(?<=...)ed$/, ''],
  [/([bdfgmnprt])\1$/, '$1'],
  [/(?<=....)e$/, ''],
];

/** Numbers of orders and accounts, and years: that there is one may tell something, which one does not. */
const longNumber = /^\d{4,}$/;
const englishWord = /^[a-z]{4,30}$/;
const known = new Map<string, string>();

/** A word without its endings: "cards" and "card" are one, and so are "arrived", "arriving" and "arrive". */
export function stemOf(word: string): string {
  if (longNumber.test(word)) return '0000';
  if (!englishWord.test(word)) return word;
  let stem = known.get(word);
  if (stem === undefined) {
    stem = endings.reduce((rest, [ending, instead]) => rest.replace(ending, instead), word);
    if (known.size >= 50_000) known.clear();
    known.set(word, stem);
  }
  return stem;
}

/** English words that are asked of anything, and so tell of no matter. */
const empty = new Set(
  wordsOf(
    `how what why where when who which can could would should will does did have has had having the and for with you your our are
    was were been being not cannot dont doesnt didnt isnt wasnt from there any some anything something someone want need like
    please get got use using used make made work working about into onto than more much many also tell know help again just only
    too very here keep still yet now then change set find create add remove delete update happen happened going wrong problem issue
    question thing one two long take took time day show see look try trying possible able way wait option support this that these
    those they them his her she him its`,
  ),
);

/** Whether a word without its endings tells nothing of what a text is about: English ones, and those of two letters. */
export function saysNothing(stem: string): boolean {
  return empty.has(stem) || /^[a-z0-9]{1,2}$/.test(stem);
}
