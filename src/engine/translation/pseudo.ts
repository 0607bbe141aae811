import { replaceTerms } from './glossary.js';

/** Replacements for the letters a to z, in alphabetical order. */
const accented = 'áƀçďéƒĝĥíĵķļɱñóþɋŕšťúṽŵӿýž';

const numberedTag = /(<\/?x\d+[ \t]*\/?>)/;

/**
 * Returns the translation of the built-in provider. It is deterministic, needs no network, and is readable. Adds
 * accents to Latin letters, puts the language before the text, keeps tags, and replaces glossary terms: `[fr] Þŕéšš
 * <x0>Šåvé</x0>`.
 * @param glossary translation of each term (`termsIn`)
 */
export function pseudoTranslate(text: string, language: string, glossary: ReadonlyMap<string, string>): string {
  const parts = text.split(numberedTag).map((part, index) => (index % 2 === 1 ? part : translated(part, glossary)));
  return `[${language}] ${parts.join('')}`;
}

function translated(text: string, glossary: ReadonlyMap<string, string>): string {
  return replaceTerms(text, glossary, { between: withMarks });
}

const marked = new Map(
  Array.from(accented, (letter, index): [string, string] => [String.fromCharCode(97 + index), letter]).flatMap(
    ([plain, letter]): [string, string][] => [
      [plain, letter],
      [plain.toUpperCase(), letter.toUpperCase()],
    ],
  ),
);

function withMarks(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => marked.get(letter)!);
}
