import { expect, it } from 'vitest';
import { showsTo } from '../../../src/engine/claims/shows.js';

/** A condition that holds, and takes some hundred steps; no two have the same text. */
const costly = (index: number) => `${Array(90).fill('true').join(' && ')} && ${index} >= 0`;

it('the conditions of a site are judged within 100,000 steps together: what these do not suffice for is hidden', () => {
  const isShown = showsTo({ unsigned: {} });
  const shown = Array.from({ length: 2_000 }, (_, index) => isShown(costly(index)));
  expect(shown[0]).toBe(true);
  expect(shown.at(-1)).toBe(false);
  expect(shown).toEqual([...shown].sort((one, other) => Number(other) - Number(one)));
});

it('the same text is judged once, however many parts have it', () => {
  const isShown = showsTo({ unsigned: {} });
  expect(Array.from({ length: 5_000 }, () => isShown(costly(1))).every(Boolean)).toBe(true);
  expect(isShown(null)).toBe(true);
});
