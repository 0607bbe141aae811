import type { GroupMatch } from './model.js';
import { type Rows, sumsByGroup, toColumns } from './rows.js';
import { countWords, termFrequencyWeight } from './texts.js';
import { stemmedWordsOf } from './words.js';

/** Centroids of groups as weights of terms. */
export interface TextModel {
  by: 'texts';
  /** Known terms and their indexes. */
  vocabulary: Map<string, number>;
  /** Weight of each term. */
  termWeights: Float32Array;
  /** Weight of a word that is not in the vocabulary: the mean of all weights. */
  unknownWeight: number;
  /**
   * The groups that contain term t are at the indexes from `offsets[t]` to `offsets[t + 1]`, with the term's weights in
   * their centroids. Centroids have length 1.
   */
  offsets: Int32Array;
  groups: Int32Array;
  weights: Float32Array;
  groupCount: number;
}

/** Minimum similarity between a text and the group that it is assigned to. */
const minSimilarity = 0.25;

/** Creates the model from rows and the group of each row; -1 means no group. */
export function createTextModel(
  { rows, groups }: { rows: Rows; groups: Int32Array },
  terms: { vocabulary: string[]; termWeights: Float32Array },
): TextModel {
  const centroids = centroidsOf(rows, groups);
  const total = terms.termWeights.reduce((sum, weight) => sum + weight, 0);
  return {
    by: 'texts',
    vocabulary: new Map(terms.vocabulary.map((term, id) => [term, id])),
    termWeights: terms.termWeights,
    unknownWeight: total / Math.max(1, terms.termWeights.length),
    ...centroids,
  };
}

/** Returns the centroid of each group (the sum of its rows, scaled to length 1), by term. */
function centroidsOf(rows: Rows, rowGroups: Int32Array) {
  const groupCount = rowGroups.reduce((highest, group) => Math.max(highest, group), -1) + 1;
  const squares = new Float64Array(groupCount);
  const offsets = new Int32Array(rows.termCount + 1);
  const groups = new Int32Array(rows.terms.length);
  const weights = new Float32Array(rows.terms.length);
  let [term, end] = [0, 0];
  for (const sums of sumsByGroup(toColumns(rows), rowGroups)) {
    for (const [group, sum] of sums) {
      groups[end] = group;
      weights[end++] = sum;
      squares[group]! += sum ** 2;
    }
    offsets[++term] = end;
  }
  for (let place = 0; place < end; place++) weights[place]! /= Math.sqrt(squares[groups[place]!]!);
  return { offsets, groups: groups.slice(0, end), weights: weights.slice(0, end), groupCount };
}

/** Returns the group whose centroid is most similar to a text; null if none is similar enough. */
export function assignText(model: TextModel, text: string): GroupMatch | null {
  const terms = [...countWords(stemmedWordsOf(text))].map(([word, times]) => {
    const term = model.vocabulary.get(word);
    const weight = term === undefined ? model.unknownWeight : model.termWeights[term]!;
    return { term, weight: weight * termFrequencyWeight(times) };
  });
  const length = Math.sqrt(terms.reduce((sum, { weight }) => sum + weight ** 2, 0)) || 1;
  const likeness = new Float64Array(model.groupCount);
  for (const { term, weight } of terms) {
    if (term === undefined) continue;
    for (let place = model.offsets[term]!; place < model.offsets[term + 1]!; place++)
      likeness[model.groups[place]!]! += (weight / length) * model.weights[place]!;
  }
  return mostSimilar(likeness, minSimilarity);
}

/**
 * Returns the group with the highest similarity; among equals, the first one. Returns null if all are below `least`.
 */
export function mostSimilar(likeness: ArrayLike<number>, least: number): GroupMatch | null {
  let best: GroupMatch | null = null;
  for (let group = 0; group < likeness.length; group++)
    if (likeness[group]! >= least && !(best && best.likeness >= likeness[group]!))
      best = { group, likeness: Math.min(1, likeness[group]!) };
  return best;
}

/** Returns the similarity of each row to the centroid of its group; 0 if the row has no group. */
export function similarityOfRows(model: TextModel, rows: Rows, groups: Int32Array): Float32Array {
  const likeness = new Float32Array(rows.count);
  const middle = new Float32Array(model.groupCount);
  const columns = toColumns(rows);
  for (let term = 0; term < rows.termCount; term++) {
    for (let place = model.offsets[term]!; place < model.offsets[term + 1]!; place++)
      middle[model.groups[place]!] = model.weights[place]!;
    for (let place = columns.starts[term]!; place < columns.starts[term + 1]!; place++) {
      const row = columns.rows[place]!;
      if (groups[row]! >= 0) likeness[row]! += columns.weights[place]! * middle[groups[row]!]!;
    }
    for (let place = model.offsets[term]!; place < model.offsets[term + 1]!; place++) middle[model.groups[place]!] = 0;
  }
  return likeness.map((number) => Math.min(1, number));
}
