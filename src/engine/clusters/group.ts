import { groupEmbeddings } from './group-embeddings.js';
import { groupTexts } from './group-texts.js';
import type { GroupingModel, Item } from './model.js';

/** Group of each item, and a model that assigns further items. */
export interface Grouping {
  /**
   * Index of the group of each item, or -1 if it is similar to no other item. Groups are numbered in the order of their
   * first item.
   */
  groups: Int32Array;
  /**
   * Similarity of each item to its group, from 0 to 1. The description of a group uses the most similar items first.
   */
  likeness: Float32Array;
  /** Number of groups. */
  count: number;
  model: GroupingModel;
}

/**
 * Groups items; the number of groups depends on the items. Uses their embeddings if all items have one of the same
 * dimension, otherwise their texts. The same items in the same order result in the same groups. 10,000 items take some
 * seconds of CPU time, so call it in a worker thread.
 */
export function groupItems(items: readonly Item[]): Grouping {
  const size = items[0]?.vector?.numbers.length ?? 0;
  const areEmbedded = size > 0 && items.every(({ vector }) => vector?.numbers.length === size);
  if (areEmbedded) return groupEmbeddings(items.map(({ vector }) => vector!.numbers));
  return groupTexts(items.map(({ text }) => text));
}
