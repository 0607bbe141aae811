import type { Place } from './model.js';
import { mostLike } from './text-model.js';
import { dot, type Vector } from './vectors.js';

/** The middle of each group of embeddings. */
export interface EmbeddingModel {
  by: 'embeddings';
  /** What all have in common, which is taken away before two are compared. */
  mean: Float32Array;
  /** Of each group its middle, of length 1, one after the other. */
  middles: Float32Array;
  groupCount: number;
}

/** The least likeness of an embedding to the group that it is placed in. */
const leastLikeness = 0.3;

/** The group whose middle an embedding is most like; null where it is like none, or not of their size. */
export function placeEmbedding({ mean, middles, groupCount }: EmbeddingModel, { numbers }: Vector): Place | null {
  if (numbers.length !== mean.length) return null;
  const centred = centredOn(mean, numbers);
  const size = mean.length;
  const likeness = Array.from({ length: groupCount }, (_, group) =>
    dot(middles.subarray(group * size, (group + 1) * size), centred),
  );
  return mostLike(likeness, leastLikeness);
}

/** Numbers without what all have in common, of length 1 unless nothing is left. */
export function centredOn(mean: Float32Array, numbers: Float32Array): Float32Array {
  const centred = numbers.map((number, index) => number - mean[index]!);
  const length = Math.sqrt(dot(centred, centred));
  // What is left of equal numbers is the error of adding them up.
  return length > 1e-4 ? centred.map((number) => number / length) : centred.fill(0);
}

/** The mean of lists of numbers of one size. */
export function meanOf(lists: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(lists[0]?.length ?? 0);
  for (const numbers of lists) for (let index = 0; index < sums.length; index++) sums[index]! += numbers[index]!;
  return Float32Array.from(sums, (sum) => sum / lists.length);
}

/** The model of centred embeddings whose groups are known; -1 is none. */
export function embeddingModelOf(mean: Float32Array, centred: Float32Array[], groups: Int32Array): EmbeddingModel {
  const size = mean.length;
  const groupCount = groups.reduce((highest, group) => Math.max(highest, group), -1) + 1;
  const middles = new Float32Array(groupCount * size);
  for (const [row, group] of groups.entries())
    if (group >= 0) for (let index = 0; index < size; index++) middles[group * size + index]! += centred[row]![index]!;
  for (let group = 0; group < groupCount; group++) {
    const middle = middles.subarray(group * size, (group + 1) * size);
    const length = Math.sqrt(dot(middle, middle)) || 1;
    for (let index = 0; index < size; index++) middle[index]! /= length;
  }
  return { by: 'embeddings', mean, middles, groupCount };
}
