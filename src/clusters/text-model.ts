import type { Place } from './model.js';
import type { Rows } from './rows.js';
import { countWords, saidOf } from './texts.js';
import { wordsOf } from './words.js';

/** The middle of each group as weights of terms. */
export interface TextModel {
  by: 'texts';
  /** The terms that are known, each by its place. */
  vocabulary: Map<string, number>;
  /** How much each counts. */
  termWeights: Float32Array;
  /** How much a word counts that is unknown: as the average of those that are. */
  unknownWeight: number;
  /** Of term t the groups that have it from `offsets[t]` to `offsets[t + 1]`, with its weight in their middles, of length 1. */
  offsets: Int32Array;
  groups: Int32Array;
  weights: Float32Array;
  groupCount: number;
}

/** The least likeness of a text to the group that it is placed in. */
const leastLikeness = 0.25;

/** The model of rows whose groups are known; -1 is none. */
export function textModelOf(
  { rows, groups }: { rows: Rows; groups: Int32Array },
  terms: { vocabulary: string[]; termWeights: Float32Array },
): TextModel {
  const { byTerm, lengths } = middlesOf(rows, groups);
  const offsets = new Int32Array(rows.termCount + 1);
  for (const [term, { size }] of byTerm.entries()) offsets[term + 1] = offsets[term]! + size;
  const entries = byTerm.flatMap((inGroups) => [...inGroups]);
  const total = terms.termWeights.reduce((sum, weight) => sum + weight, 0);
  return {
    by: 'texts',
    vocabulary: new Map(terms.vocabulary.map((term, id) => [term, id])),
    termWeights: terms.termWeights,
    unknownWeight: total / Math.max(1, terms.termWeights.length),
    offsets,
    groups: Int32Array.from(entries, ([group]) => group),
    weights: Float32Array.from(entries, ([group, weight]) => weight / lengths[group]!),
    groupCount: lengths.length,
  };
}

/** Sums of the rows of each group by term, and their lengths. */
function middlesOf({ count, termCount, offsets, terms, weights }: Rows, groups: Int32Array) {
  const byTerm = Array.from({ length: termCount }, () => new Map<number, number>());
  for (let row = 0; row < count; row++) {
    const group = groups[row]!;
    if (group < 0) continue;
    for (let place = offsets[row]!; place < offsets[row + 1]!; place++) {
      const sums = byTerm[terms[place]!]!;
      sums.set(group, (sums.get(group) ?? 0) + weights[place]!);
    }
  }
  const lengths = new Float64Array(groups.reduce((highest, group) => Math.max(highest, group), -1) + 1);
  for (const sums of byTerm) for (const [group, sum] of sums) lengths[group]! += sum ** 2;
  return { byTerm, lengths: lengths.map((square) => Math.sqrt(square) || 1) };
}

/** The group whose middle a text is most like; null where it is like none. */
export function placeText(model: TextModel, text: string): Place | null {
  const terms = [...countWords(wordsOf(text))].map(([word, times]) => {
    const term = model.vocabulary.get(word);
    const weight = term === undefined ? model.unknownWeight : model.termWeights[term]!;
    return { term, weight: weight * saidOf(times) };
  });
  const length = Math.sqrt(terms.reduce((sum, { weight }) => sum + weight ** 2, 0)) || 1;
  const likeness = new Float64Array(model.groupCount);
  for (const { term, weight } of terms) {
    if (term === undefined) continue;
    for (let place = model.offsets[term]!; place < model.offsets[term + 1]!; place++)
      likeness[model.groups[place]!]! += (weight / length) * model.weights[place]!;
  }
  return mostLike(likeness, leastLikeness);
}

/** The group of most likeness, of equals the first; null where none has so much. */
export function mostLike(likeness: ArrayLike<number>, least: number): Place | null {
  let best: Place | null = null;
  for (let group = 0; group < likeness.length; group++)
    if (likeness[group]! >= least && !(best && best.likeness >= likeness[group]!))
      best = { group, likeness: Math.min(1, likeness[group]!) };
  return best;
}

/** How like the middle of its group each row is; 0 where it has none. */
export function likenessOfRows(model: TextModel, rows: Rows, groups: Int32Array): Float32Array {
  const likeness = new Float32Array(rows.count);
  for (let term = 0; term < rows.termCount; term++) if (model.offsets[term] === undefined) return likeness;
  const middles = Array.from({ length: rows.termCount }, (_, term) => {
    const [from, to] = [model.offsets[term]!, model.offsets[term + 1]!];
    return new Map(Array.from(model.groups.subarray(from, to), (group, at) => [group, model.weights[from + at]!]));
  });
  for (let row = 0; row < rows.count; row++)
    for (let place = rows.offsets[row]!; place < rows.offsets[row + 1]!; place++)
      likeness[row]! += rows.weights[place]! * (middles[rows.terms[place]!]!.get(groups[row]!) ?? 0);
  return likeness;
}
