import type { GroupMatch } from './model.js';
import { mostSimilar } from './text-model.js';
import { dot, type Vector } from './vectors.js';

/** Centroids of groups of embeddings. */
export interface EmbeddingModel {
  by: 'embeddings';
  /** Mean of all embeddings, which is subtracted before two are compared. */
  mean: Float32Array;
  /** Centroids of all groups, concatenated; each is scaled to length 1. */
  middles: Float32Array;
  groupCount: number;
}

/** Minimum similarity between an embedding and the group that it is assigned to. */
const minSimilarity = 0.3;

/**
 * Returns the group whose centroid is most similar to an embedding. Returns null if none is similar enough, or if the
 * embedding has a different dimension.
 */
export function assignEmbedding({ mean, middles, groupCount }: EmbeddingModel, { numbers }: Vector): GroupMatch | null {
  if (numbers.length !== mean.length) return null;
  const centred = centredOn(mean, numbers);
  const size = mean.length;
  const likeness = Array.from({ length: groupCount }, (_, group) =>
    dot(middles.subarray(group * size, (group + 1) * size), centred),
  );
  return mostSimilar(likeness, minSimilarity);
}

/** Subtracts the mean and scales the result to length 1. If the difference is negligible, the result is all zeros. */
export function centredOn(mean: Float32Array, numbers: Float32Array): Float32Array {
  const centred = numbers.map((number, index) => number - mean[index]!);
  const length = Math.sqrt(dot(centred, centred));
  // If an embedding equals the mean, the difference is only the rounding error of the sum.
  return length > 1e-4 ? centred.map((number) => number / length) : centred.fill(0);
}

/** Returns the mean of vectors of the same dimension. */
export function meanOf(lists: readonly Float32Array[]): Float32Array {
  const sums = new Float64Array(lists[0]?.length ?? 0);
  for (const numbers of lists) for (let index = 0; index < sums.length; index++) sums[index]! += numbers[index]!;
  return Float32Array.from(sums, (sum) => sum / lists.length);
}

/** Creates the model from centered embeddings and the group of each; -1 means no group. */
export function createEmbeddingModel(mean: Float32Array, centred: Float32Array[], groups: Int32Array): EmbeddingModel {
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
