import { describe, expect, it } from 'vitest';
import { type GlossaryEntry, termsIn, unusedTerms } from '../../../src/engine/translation/glossary.js';
import { pseudoTranslate } from '../../../src/engine/translation/pseudo.js';

const glossary: GlossaryEntry[] = [
  { id: '1', translations: { en: 'space', fr: 'espace', ja: 'スペース' } },
  { id: '2', translations: { en: 'change request', fr: 'demande de modification' } },
  { id: '3', translations: { en: 'change', fr: 'changement' } },
  { id: '4', translations: { en: 'Öl', fr: 'huile' } },
  { id: '5', translations: { en: 'C++', fr: 'C++' } },
  { id: '6', translations: { de: 'Raum', fr: 'salle' } },
  { id: '7', translations: { en: 'Space', fr: 'autre' } },
  { id: '8', translations: { ja: '空間', en: 'space' } },
];

function terms(text: string, from = 'en', to = 'fr'): [string, string][] {
  return [...termsIn(text, glossary, { from, to })];
}

describe('the terms of a text', () => {
  it.each([
    ['Open a Space.', [['space', 'espace']]],
    ['spaces and backspace', []],
    [
      'A change request is no change.',
      [
        ['change request', 'demande de modification'],
        ['change', 'changement'],
      ],
    ],
    ['The change request', [['change request', 'demande de modification']]],
    ['ÖL ist O\u0308l', [['Öl', 'huile']]],
    ['Write C++, not C', [['C++', 'C++']]],
    ['Der Raum', []],
    ['<x0>space</x0>', [['space', 'espace']]],
  ] as [string, [string, string][]][])('are whole words, longest first: %s', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('are found within words of a script without spaces', () => {
    expect(terms('この空間では', 'ja', 'en')).toEqual([['空間', 'space']]);
  });

  it('are reported if a translation does not use them', () => {
    const found = termsIn('A change in a space', glossary, { from: 'en', to: 'fr' });
    expect(unusedTerms('Un changement dans un Espace', found)).toEqual([]);
    expect(unusedTerms('Un changement ici', found)).toEqual(['space']);
  });
});

describe('the built-in provider', () => {
  it('changes letters, adds the language and keeps tags', () => {
    expect(pseudoTranslate('Press <x0>Save</x0>, then <x12/>!', 'fr', new Map())).toBe(
      '[fr] Þŕéšš <x0>Šáṽé</x0>, ťĥéñ <x12/>!',
    );
  });

  it('uses the terms of the glossary unchanged', () => {
    const found = termsIn('A Space of spaces', glossary, { from: 'en', to: 'fr' });
    expect(pseudoTranslate('A Space of spaces', 'fr', found)).toBe('[fr] Á espace óƒ šþáçéš');
  });

  it('does not change other scripts', () => {
    expect(pseudoTranslate('文 é', 'de', new Map())).toBe('[de] 文 é');
  });
});
