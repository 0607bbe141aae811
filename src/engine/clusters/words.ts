import { tokensOf } from '../search/tokens.js';

/**
 * Maximum number of characters and of words to read from a text, because the topic of a message is at its beginning.
 */
const readLimits = { characters: 5000, words: 200 };

/**
 * Returns the words of a text in order, case-folded and without English endings. In scripts without spaces, each pair
 * of adjacent characters is a word. Stop words are not removed, because the weights of terms depend on how well they
 * distinguish groups.
 */
export function stemmedWordsOf(text: string): string[] {
  return writtenWordsOf(text).map(stemOf);
}

/** Returns the words of a text in order, case-folded, but with their endings. */
export function writtenWordsOf(text: string): string[] {
  return tokensOf(text.slice(0, readLimits.characters).replace(/['’]/g, ''), readLimits.words);
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

/**
 * Matches order numbers, account numbers and years. They all get the same stem, because only the presence of a number
 * matters, not its value.
 */
const longNumber = /^\d{4,}$/;
const englishWord = /^[a-z]{4,30}$/;
const stemByWord = new Map<string, string>();

/** Returns the stem of a word: "cards" and "card" have the same stem, and so do "arrived", "arriving" and "arrive". */
export function stemOf(word: string): string {
  if (longNumber.test(word)) return '0000';
  if (!englishWord.test(word)) return word;
  let stem = stemByWord.get(word);
  if (stem === undefined) {
    stem = endings.reduce((rest, [ending, instead]) => rest.replace(ending, instead), word);
    if (stemByWord.size >= 50_000) stemByWord.clear();
    stemByWord.set(word, stem);
  }
  return stem;
}

/** English words that occur in questions about any topic. */
const stopWords = new Set(
  stemmedWordsOf(
    `how what why where when who which can could would should will does did have has had having the and for with you your our are
    was were been being not cannot dont doesnt didnt isnt wasnt from there any some anything something someone want need like
    please get got use using used make made work working about into onto than more much many also tell know help again just only
    too very here keep still yet now then change set find create add remove delete update happen happened going wrong problem issue
    question thing one two long take took time day show see look try trying possible able way wait option support this that these
    those they them his her she him its`,
  ),
);

/**
 * Reports whether a stem is irrelevant for the topic of a text: general English words, and words of one or two letters.
 */
export function isStopWord(stem: string): boolean {
  return stopWords.has(stem) || /^[a-z0-9]{1,2}$/.test(stem);
}
