/** A character of a script that writes no spaces between words. */
const single = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]';

/** Source of a regular expression (flag `u`) for a word: single characters of scripts without spaces are words of their own. */
export const word = `${single}|(?:(?!${single})[\\p{L}\\p{M}\\p{N}_])+`;
