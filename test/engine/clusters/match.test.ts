import { describe, expect, it } from 'vitest';
import { continueGroups } from '../../../src/engine/clusters/match.js';

describe('a group that is grouped anew', () => {
  it('continues the one it shares most members with', () => {
    expect(continueGroups([0, 0, 0, 1, 1], [1, 1, 0, 0, 0])).toEqual([1, 0]);
  });

  it('is new where it shares none', () => {
    expect(continueGroups([0, 0, -1], [0, 0, 1])).toEqual([0, -1]);
  });

  it('leaves an earlier group to who shares more of it', () => {
    expect(continueGroups([0, 0, 0], [0, 1, 1])).toEqual([-1, 0]);
  });

  it('leaves it to the first of those that share as much', () => {
    expect(continueGroups(Int32Array.of(0, 0), Int32Array.of(1, 0))).toEqual([0, -1]);
  });

  it('takes the next best where the best is taken', () => {
    expect(continueGroups([0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 1])).toEqual([0, 1]);
  });

  it('knows items that came since as new members', () => {
    expect(continueGroups([0, 0], [0, 0, 0, 1, 1])).toEqual([0, -1]);
  });
});
