import { expect, it } from 'vitest';
import { languages } from '../../../src/engine/translation/languages.js';

it('the 38 languages of the contract are supported, each with its own name', () => {
  expect(Object.keys(languages)).toHaveLength(38);
  const names = Object.values(languages).map(({ name }) => name);
  expect(new Set(names).size).toBe(38);
});

it('Arabic and Hebrew are written from right to left', () => {
  const codes = Object.entries(languages).filter(([, { direction }]) => direction === 'rtl');
  expect(codes.map(([code]) => code)).toEqual(['ar', 'he']);
});
