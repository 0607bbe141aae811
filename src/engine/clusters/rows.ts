import type { TermRows } from './texts.js';

/**
 * Sparse matrix by rows. The terms of row r are at the indexes from `offsets[r]` to `offsets[r + 1]`, in ascending
 * order, with their weights.
 */
export interface Rows {
  count: number;
  termCount: number;
  offsets: Int32Array;
  terms: Int32Array;
  weights: Float32Array;
}

/** Returns weighted rows, each scaled to length 1. A row whose terms all have weight 0 stays 0. */
export function weighRows({ offsets, terms, termFrequencies }: TermRows, termWeights: Float32Array): Rows {
  const weights = new Float32Array(terms.length);
  const count = offsets.length - 1;
  for (let row = 0; row < count; row++) {
    let square = 0;
    for (let place = offsets[row]!; place < offsets[row + 1]!; place++) {
      weights[place] = termFrequencies[place]! * termWeights[terms[place]!]!;
      square += weights[place]! ** 2;
    }
    if (square === 0) continue;
    const length = Math.sqrt(square);
    for (let place = offsets[row]!; place < offsets[row + 1]!; place++) weights[place]! /= length;
  }
  return { count, termCount: termWeights.length, offsets, terms, weights };
}

/**
 * The same matrix by columns. The rows that contain term t are at the indexes from `starts[t]` to `starts[t + 1]`, in
 * ascending order.
 */
export interface Columns {
  starts: Int32Array;
  rows: Int32Array;
  weights: Float32Array;
}

/** Returns the columns of a matrix. */
export function toColumns({ count, termCount, offsets, terms, weights }: Rows): Columns {
  const starts = new Int32Array(termCount + 1);
  for (const term of terms) starts[term + 1]!++;
  for (let term = 0; term < termCount; term++) starts[term + 1]! += starts[term]!;
  const ends = starts.slice(0, termCount);
  const columns = { starts, rows: new Int32Array(terms.length), weights: new Float32Array(terms.length) };
  for (let row = 0; row < count; row++)
    for (let place = offsets[row]!; place < offsets[row + 1]!; place++) {
      const end = ends[terms[place]!]!++;
      columns.rows[end] = row;
      columns.weights[end] = weights[place]!;
    }
  return columns;
}

/** Yields, for each term, the sum of its weights in each group. Rows with a group below 0 do not count. */
export function* sumsByGroup({ starts, rows, weights }: Columns, groups: Int32Array): Generator<[number, number][]> {
  const sums = new Float64Array(groups.reduce((highest, group) => Math.max(highest, group), -1) + 1);
  for (let term = 0; term + 1 < starts.length; term++) {
    const termGroups: number[] = [];
    for (let place = starts[term]!; place < starts[term + 1]!; place++) {
      const group = groups[rows[place]!]!;
      if (group < 0 || weights[place] === 0) continue;
      if (sums[group] === 0) termGroups.push(group);
      sums[group]! += weights[place]!;
    }
    yield termGroups.map((group) => [group, sums[group]!]);
    for (const group of termGroups) sums[group] = 0;
  }
}
