import { describe, expect, it } from 'vitest';
import { decodeVector, denseVector, encodeVector } from '../../../src/engine/clusters/vectors.js';

describe('a vector', () => {
  it('is of length 1', () => {
    expect([...denseVector([3, 4]).numbers]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });

  it('is 0 where an endpoint sends nothing that is a number', () => {
    expect([...denseVector([Number.NaN, Number.POSITIVE_INFINITY, 0]).numbers]).toEqual([0, 0, 0]);
  });

  it('is the same after it was stored, also from the middle of a buffer', () => {
    const vector = denseVector([1, -2, 0.5]);
    const stored = Uint8Array.of(9, ...encodeVector(vector)).subarray(1);
    expect(decodeVector(stored)).toEqual(vector);
  });
});
