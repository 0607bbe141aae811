import { expect, it } from 'vitest';
import { textsToTranslate } from '../../../../src/engine/translation/space/texts-to-translate.js';

const none = { pages: [], titles: [], glossary: [], from: 'en', to: 'fr' };

it('each text of pages and titles is listed once, with its number of words without tags', () => {
  const { texts } = textsToTranslate({
    ...none,
    pages: ['# Guide\n\nPress **Save**.\n', 'Press **Save**.\n'],
    titles: ['Guide'],
  });
  expect(texts.map(({ text, words }) => [text, words])).toEqual([
    ['Guide', 1],
    ['Press <x0>Save</x0>.', 2],
  ]);
});

it('each text has the glossary terms that it contains', () => {
  const entry = (id: string, translations: Record<string, string>) => ({ id, translations });
  const glossary = [
    entry('1', { en: 'change request', fr: 'demande' }),
    entry('2', { en: 'page', fr: 'page' }),
    entry('3', { de: 'Seite', fr: 'page' }),
  ];
  const { texts } = textsToTranslate({ ...none, pages: ['A Change Request.\n\nPages.\n'], glossary });
  expect(texts.map(({ terms }) => terms)).toEqual([[['change request', 'demande']], []]);
});

it('the anchors of the links of each page are listed as lower-case letters and digits', () => {
  const pages = ['[a](b.md#first-steps) [b](#id-2.-more)\n', 'Nothing.\n'];
  expect(textsToTranslate({ ...none, pages }).anchors).toEqual([['firststeps', '2more'], []]);
});
