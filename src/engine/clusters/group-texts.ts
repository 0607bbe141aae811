import { findCommunities } from './communities.js';
import { nearestRows } from './neighbours.js';
import { createNetwork } from './network.js';
import { weighRows } from './rows.js';
import { weightsByGroups, weightsByRarity } from './term-weights.js';
import { createTextModel, similarityOfRows, type TextModel } from './text-model.js';
import { readTexts, type TermRows } from './texts.js';

/**
 * Returns the number of neighbors that each item is linked to: at most 10, and fewer if there are few items. Otherwise
 * each item would be linked to all others.
 */
export function neighboursPerText(count: number): number {
  return Math.min(10, Math.max(2, Math.round(Math.sqrt(count))));
}

/** Result of grouping: the group of each item or -1, and the item's similarity to the group. */
export interface Grouped<Model> {
  groups: Int32Array;
  likeness: Float32Array;
  count: number;
  model: Model;
}

/**
 * Groups texts by their words in two passes. The first pass weights words by rarity. The second pass weights them by
 * how well they distinguish the groups of the first pass.
 */
export function groupTexts(texts: readonly string[]): Grouped<TextModel> {
  const read = readTexts(texts);
  const byRarity = weightsByRarity(read);
  const first = communitiesOfRows(read, byRarity);
  const termWeights = first.some((group) => group > 0) ? weightsByGroups(read, first) : byRarity;
  const rows = weighRows(read, termWeights);
  const groups = dropSingletons(communitiesOfRows(read, termWeights), read.copies);
  const model = createTextModel({ rows, groups }, { vocabulary: read.vocabulary, termWeights });
  const likeness = similarityOfRows(model, rows, groups);
  return {
    groups: read.rowOf.map((row) => (row < 0 ? -1 : groups[row]!)),
    likeness: Float32Array.from(read.rowOf, (row) => (row < 0 ? 0 : likeness[row]!)),
    count: model.groupCount,
    model,
  };
}

function communitiesOfRows(read: TermRows, termWeights: Float32Array): Int32Array {
  const rows = weighRows(read, termWeights);
  return findCommunities(createNetwork(nearestRows(rows, neighboursPerText(rows.count))));
}

/** Numbers groups of more than one member in the order of their first member. Items in groups of one get -1. */
export function dropSingletons(groups: Int32Array, copies: Int32Array): Int32Array {
  const sizes = new Map<number, number>();
  for (const [row, group] of groups.entries()) sizes.set(group, (sizes.get(group) ?? 0) + copies[row]!);
  const numbers = new Map<number, number>();
  for (const group of groups) if (sizes.get(group)! > 1 && !numbers.has(group)) numbers.set(group, numbers.size);
  return groups.map((group) => numbers.get(group) ?? -1);
}
