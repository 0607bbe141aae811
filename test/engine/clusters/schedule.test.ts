import { describe, expect, it } from 'vitest';
import { isRegroupingPoint } from '../../../src/engine/clusters/schedule.js';

const points = Array.from({ length: 20_000 }, (_, index) => index + 1).filter(isRegroupingPoint);

describe('the schedule of regrouping', () => {
  it('regroups at each of the first 20 items, then at round numbers', () => {
    expect(points.slice(0, 25)).toEqual([...Array.from({ length: 20 }, (_, index) => index + 1), 25, 30, 35, 40, 45]);
    expect(points.slice(-6)).toEqual([10_000, 12_000, 14_000, 16_000, 18_000, 20_000]);
  });

  it('regroups before the items grow by more than a quarter', () => {
    for (const [index, point] of points.entries())
      if (index > 20) expect(point / points[index - 1]!).toBeLessThan(1.2501);
  });

  it('makes all regroupings up to 10,000 items together cost less than eight times the last one', () => {
    const upTo = points.filter((point) => point <= 10_000);
    expect(upTo.reduce((sum, point) => sum + point, 0)).toBeLessThan(80_000);
  });

  it('never regroups at 0 or at a negative or fractional number of items', () => {
    expect([0, -10, 10.5, Number.NaN].filter(isRegroupingPoint)).toEqual([]);
  });
});
