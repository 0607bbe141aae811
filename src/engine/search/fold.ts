/** Replacements for letters that Unicode does not decompose, as people type them. */
const letterReplacements: Record<string, string> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};

const undecomposedLetters = /[đðøłħŧıŋßæœþς]/g;

/**
 * Marks that people omit: accents and tones of Latin, Greek and Cyrillic, the points of Hebrew and Arabic. Excludes
 * marks that make a different letter, such as those of kana and the vowels of Thai.
 */
const marks = [
  '\\u0300-\\u036f\\u1ab0-\\u1ace\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f\\u0483-\\u0487',
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
  '\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc',
];
const diacritics = new RegExp(`[${marks.join('')}]`, 'gu');

const ascii = /^\p{ASCII}*$/u;

/**
 * Removes differences that people ignore: compatibility forms, case, diacritics. This does not use the database, so
 * that the results are the same on all of them. Folding a folded text changes nothing.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFKD').replace(diacritics, '');
  return plain.replace(undecomposedLetters, (letter) => letterReplacements[letter]!).normalize('NFKC');
}
