/** A character of a script that has no spaces between words. */
const singleCharacterWord = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]';

/** Source of a regular expression (flag `u`) for a word. In scripts without spaces, each character is a word. */
export const word = `${singleCharacterWord}|(?:(?!${singleCharacterWord})[\\p{L}\\p{M}\\p{N}_])+`;
