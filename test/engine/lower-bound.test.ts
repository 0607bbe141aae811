import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lowerBound } from '../../src/engine/base/lower-bound.js';

const numbers = fc.array(fc.integer({ min: -5, max: 5 })).map((all) => all.sort((one, other) => one - other));

it('`lowerBound` returns the index of the first number that is at least the value, like a linear search', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: -6, max: 6 }), (sorted, value) => {
      const place = sorted.findIndex((number) => number >= value);
      expect(lowerBound(sorted, value)).toBe(place === -1 ? sorted.length : place);
    }),
  );
});
