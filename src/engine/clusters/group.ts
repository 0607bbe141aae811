import { groupEmbeddings } from './group-embeddings.js';
import { groupTexts } from './group-texts.js';
import type { GroupingModel, Item } from './model.js';

/** Which group each item is in, and what places one more. */
export interface Grouping {
  /** Of each item the index of its group, or -1 where it is like no other; groups are numbered in the order of their first. */
  groups: Int32Array;
  /** Of each item how like its group it is, from 0 to 1: what describes a group takes the highest first. */
  likeness: Float32Array;
  /** How many groups there are. */
  count: number;
  model: GroupingModel;
}

/**
 * Groups items anew, without being told how many groups there are. By their embeddings where all have one of the same size,
 * else by their texts. The same items in the same order give the same groups. Plain work of some seconds for 10,000 items, which
 * belongs into a thread.
 */
export function groupItems(items: readonly Item[]): Grouping {
  const size = items[0]?.vector?.numbers.length ?? 0;
  const areEmbedded = size > 0 && items.every(({ vector }) => vector?.numbers.length === size);
  if (areEmbedded) return groupEmbeddings(items.map(({ vector }) => vector!.numbers));
  return groupTexts(items.map(({ text }) => text));
}
