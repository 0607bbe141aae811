import { replaceTerms } from './glossary.js';

/** Letters with marks, in the order of the alphabet; `x` keeps its place, since numbered tags have it. */
const accented = 'áƀçďéƒĝĥíĵķļɱñóþɋŕšťúṽŵӿýž';

const numberedTag = /(<\/?x\d+[ \t]*\/?>)/;

/**
 * The built-in provider's text: deterministic, without a network, readable. Latin letters have marks, the language stands
 * before it, tags stay, terms of the glossary are replaced by their translations: `[fr] Þŕéšš <x0>Šåvé</x0>`.
 * @param glossary what stands for each term (`termsIn`).
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
