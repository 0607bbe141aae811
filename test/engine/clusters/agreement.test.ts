import { describe, expect, it } from 'vitest';
import { measureAgreement } from '../../../bench/agreement.mjs';
import { seeds } from '../../support/properties.js';
import { seededRandom } from './messages.js';

const labels = ['a', 'a', 'a', 'b', 'b', 'b'];

describe('the agreement of groups with labels', () => {
  it('is 1 if only the names of the groups differ from the labels', () => {
    const { information, pairs } = measureAgreement(labels, [5, 5, 5, 2, 2, 2]);
    expect(information).toBeCloseTo(1, 12);
    expect(pairs).toBe(1);
  });

  // By the labels, 3 + 3 pairs of items are together, and by the groups, 3 + 1. Only one pair is together in both: the
  // first two items.
  it('counts the pairs that are together in both', () => {
    expect(measureAgreement(labels, [0, 0, 1, 0, 1, 2]).pairs).toBeCloseTo((2 * 1) / (6 + 4), 12);
  });

  it('is adjusted by the average over all orders of the groups', () => {
    const groups = [0, 0, 1, 0, 1, 2];
    const all = permutations(groups).map((order) => mutualInformation(labels, order));
    const expected = all.reduce((sum, information) => sum + information, 0) / all.length;
    const mean = (mutualInformation(labels, labels) + mutualInformation(groups, groups)) / 2;
    const adjusted = (mutualInformation(labels, groups) - expected) / (mean - expected);
    expect(measureAgreement(labels, groups).information).toBeCloseTo(adjusted, 12);
  });

  it('treats each item without a group as a group of its own', () => {
    expect(measureAgreement(labels, [0, 0, 0, -1, -1, -1])).toEqual(measureAgreement(labels, [0, 0, 0, 1, 2, 3]));
  });

  it('is about 0 for random groups', () => {
    for (const seed of seeds(3)) {
      const draw = seededRandom(seed);
      const many = Array.from({ length: 2000 }, (_, index) => index % 10);
      const { information } = measureAgreement(
        many,
        many.map(() => Math.floor(draw() * 30)),
      );
      expect(Math.abs(information)).toBeLessThan(0.02);
    }
  });
});

/** Returns every order of a list. Equal members count as different. */
function permutations<T>(list: T[]): T[][] {
  if (list.length < 2) return [list];
  return list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** Computes mutual information by its definition. */
function mutualInformation(one: unknown[], other: unknown[]): number {
  const share = (test: (index: number) => boolean) => one.filter((_, index) => test(index)).length / one.length;
  return one.reduce<number>((sum, value, index) => {
    const both = share((at) => one[at] === value && other[at] === other[index]);
    const apart = share((at) => one[at] === value) * share((at) => other[at] === other[index]);
    return sum + Math.log(both / apart) / one.length;
  }, 0);
}
