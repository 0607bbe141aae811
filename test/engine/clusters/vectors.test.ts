import { describe, expect, it } from 'vitest';
import { decodeVector, denseVector, encodeVector } from '../../../src/engine/clusters/vectors.js';

describe('a vector', () => {
  it('has length 1', () => {
    expect([...denseVector([3, 4]).numbers]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });

  it('has 0 in place of numbers that are not finite, which an endpoint may return', () => {
    expect([...denseVector([Number.NaN, Number.POSITIVE_INFINITY, 0]).numbers]).toEqual([0, 0, 0]);
  });

  it('is the same after it is stored, even if it is read from the middle of a buffer', () => {
    const vector = denseVector([1, -2, 0.5]);
    const stored = Uint8Array.of(9, ...encodeVector(vector)).subarray(1);
    expect(decodeVector(stored)).toEqual(vector);
  });
});
