/** An entry of a glossary: a term in several languages. */
export interface GlossaryEntry {
  id: string;
  translations: Record<string, string>;
}

/**
 * Returns the glossary terms that occur in a text, with their translations, longest first. Matches whole words
 * regardless of case, unless they are part of a longer term. Ignores entries that lack a term in either language. If
 * several entries have the same term, the first one is used.
 */
export function termsIn(
  text: string,
  glossary: readonly GlossaryEntry[],
  { from, to }: { from: string; to: string },
): Map<string, string> {
  const known = new Map<string, [term: string, translation: string]>();
  const foldedText = normalizeTerm(text);
  for (const { translations } of glossary) {
    const [term, translation] = [translations[from]?.trim(), translations[to]?.trim()];
    if (!term || !translation || !foldedText.includes(normalizeTerm(term)) || known.has(normalizeTerm(term))) continue;
    known.set(normalizeTerm(term), [term, translation]);
  }
  const found = new Set<string>();
  replaceTerms(text, new Map(known.values()), { between: (rest) => rest, onTerm: (term) => found.add(term) });
  return new Map(
    [...known.values()].filter(([term]) => found.has(term)).sort(([left], [right]) => right.length - left.length),
  );
}

/** Returns the terms of a source text (`termsIn`) whose translations do not occur in the translated text. */
export function unusedTerms(answer: string, terms: ReadonlyMap<string, string>): string[] {
  const foldedText = normalizeTerm(answer);
  return [...terms].filter(([, translation]) => !foldedText.includes(normalizeTerm(translation))).map(([term]) => term);
}

/**
 * Replaces terms in a text by their translations, longest first. `between` converts the text between terms, and
 * `onTerm` is called for each term.
 */
export function replaceTerms(
  text: string,
  terms: ReadonlyMap<string, string>,
  { between, onTerm }: { between(text: string): string; onTerm?(term: string): void },
): string {
  const byName = new Map([...terms].map(([term, translation]) => [normalizeTerm(term), { term, translation }]));
  if (byName.size === 0) return between(text);
  const parts = text.normalize('NFC').split(termPattern([...terms.keys()]));
  return parts
    .map((part, index) => {
      const found = index % 2 === 1 ? byName.get(normalizeTerm(part)) : undefined;
      if (!found) return between(part);
      onTerm?.(found.term);
      return found.translation;
    })
    .join('');
}

function normalizeTerm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Scripts without spaces between words; in these, a word may begin and end anywhere. */
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]';
const word = `(?!${unspaced})[\\p{L}\\p{M}\\p{N}_]`;

function termPattern(terms: readonly string[]): RegExp {
  const sorted = terms.map((term) => term.normalize('NFC')).sort((left, right) => right.length - left.length);
  const alternatives = sorted.map((term) => {
    const [before, after] = [new RegExp(`^${word}`, 'u').test(term), new RegExp(`${word}$`, 'u').test(term)];
    const escaped = term.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    return `${before ? `(?<!${word})` : ''}${escaped}${after ? `(?!${word})` : ''}`;
  });
  return new RegExp(`(${alternatives.join('|')})`, 'giu');
}
