import type { ReadTexts } from './texts.js';

/** Rows of numbers, most of them 0: of row r the terms from `offsets[r]` to `offsets[r + 1]`, ascending, with their weights. */
export interface Rows {
  count: number;
  termCount: number;
  offsets: Int32Array;
  terms: Int32Array;
  weights: Float32Array;
}

/** The rows of texts, each term by its weight; each row of length 1, but one without terms that count, which is 0. */
export function weighRows({ offsets, terms, said }: ReadTexts, termWeights: Float32Array): Rows {
  const weights = new Float32Array(terms.length);
  const count = offsets.length - 1;
  for (let row = 0; row < count; row++) {
    let square = 0;
    for (let place = offsets[row]!; place < offsets[row + 1]!; place++) {
      weights[place] = said[place]! * termWeights[terms[place]!]!;
      square += weights[place]! ** 2;
    }
    if (square === 0) continue;
    const length = Math.sqrt(square);
    for (let place = offsets[row]!; place < offsets[row + 1]!; place++) weights[place]! /= length;
  }
  return { count, termCount: termWeights.length, offsets, terms, weights };
}
