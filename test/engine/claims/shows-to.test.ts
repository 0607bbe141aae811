import { expect, it } from 'vitest';
import { conditionEvaluator } from '../../../src/engine/claims/condition-met.js';

/** Returns a condition that is true and takes some hundred evaluation steps. Each index gives another text. */
const costly = (index: number) => `${Array(90).fill('true').join(' && ')} && ${index} >= 0`;

it('all conditions of a site together get 100,000 steps; objects whose conditions get none are hidden', () => {
  const isShown = conditionEvaluator({ unsigned: {} });
  const results = Array.from({ length: 2_000 }, (_, index) => isShown(costly(index)));
  expect(results[0]).toBe(true);
  expect(results.at(-1)).toBe(false);
  expect(results).toEqual([...results].sort((one, other) => Number(other) - Number(one)));
});

it('equal conditions are evaluated once', () => {
  const isShown = conditionEvaluator({ unsigned: {} });
  expect(Array.from({ length: 5_000 }, () => isShown(costly(1))).every(Boolean)).toBe(true);
  expect(isShown(null)).toBe(true);
});
