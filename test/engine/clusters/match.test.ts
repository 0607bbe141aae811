import { describe, expect, it } from 'vitest';
import { matchGroups } from '../../../src/engine/clusters/match.js';

describe('a new group', () => {
  it('continues the earlier group that it shares most members with', () => {
    expect(matchGroups([0, 0, 0, 1, 1], [1, 1, 0, 0, 0])).toEqual([1, 0]);
  });

  it('continues no earlier group if they share no members', () => {
    expect(matchGroups([0, 0, -1], [0, 0, 1])).toEqual([0, -1]);
  });

  it('does not continue an earlier group if another new group shares more members', () => {
    expect(matchGroups([0, 0, 0], [0, 1, 1])).toEqual([-1, 0]);
  });

  it('does not continue an earlier group if a lower-numbered new group shares as many members', () => {
    expect(matchGroups(Int32Array.of(0, 0), Int32Array.of(1, 0))).toEqual([0, -1]);
  });

  it('continues the next best group if the best is taken', () => {
    expect(matchGroups([0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 1])).toEqual([0, 1]);
  });

  it('has new members for items that were added since the earlier grouping', () => {
    expect(matchGroups([0, 0], [0, 0, 0, 1, 1])).toEqual([0, -1]);
  });
});
