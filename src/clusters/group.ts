import { type GroupingModel, type Item, leastLikeness, placeItem, rowOf } from './model.js';
import { wordsOf } from './words.js';

/** Which group each item is in, and what places one more. */
export interface Grouping {
  /** Of each item the index of its group, or -1 where it is like no other. */
  groups: Int32Array;
  /** Of each item how like its group it is, from 0 to 1: what describes a group takes the highest first. */
  likeness: Float32Array;
  /** How many groups there are. */
  count: number;
  model: GroupingModel;
}

/**
 * Groups items anew, without being told how many groups there are. By their embeddings where all have one of the same size,
 * else by their texts. The same items in the same order give the same groups.
 */
export function groupItems(items: Item[]): Grouping {
  const model: GroupingModel = { weights: weightsOf(items), groups: [] };
  const groups = new Int32Array(items.length).fill(-1);
  const likeness = new Float32Array(items.length);
  for (const [index, item] of items.entries()) {
    const row = rowOf(model.weights, item.text);
    if (Object.keys(row).length === 0) continue;
    const place = placeItem(model, item) ?? { group: model.groups.push(row) - 1, likeness: leastLikeness };
    groups[index] = place.group;
    likeness[index] = place.likeness;
  }
  return { groups, likeness, count: model.groups.length, model };
}

function weightsOf(items: Item[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of items)
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].map(([word, count]) => [word, Math.log(1 + items.length / count)]));
}
