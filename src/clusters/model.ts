import { dot, type Vector } from './vectors.js';
import { wordsOf } from './words.js';

/** What is grouped: a text, and its embedding where an endpoint has made one. */
export interface Item {
  text: string;
  vector?: Vector;
}

/** What is needed to place one more item without looking at all others. Plain data; kept as bytes by `encodeModel`. */
export interface GroupingModel {
  /** Weight of each word; one that is not here is unknown. */
  weights: Record<string, number>;
  /** Of each group the weights of its words, of length 1. */
  groups: Record<string, number>[];
}

/** Where an item belongs: its group, and how like that it is, from 0 to 1. */
export interface Place {
  group: number;
  likeness: number;
}

/** The least likeness of an item to the group it is placed in. */
export const leastLikeness = 0.3;

/** The group that an item is most like; null where it is like none. It takes no longer for many items than for few. */
export function placeItem(model: GroupingModel, item: Item): Place | null {
  const row = rowOf(model.weights, item.text);
  let best: Place | null = null;
  for (const [group, centre] of model.groups.entries()) {
    const likeness = Object.entries(row).reduce((sum, [word, weight]) => sum + weight * (centre[word] ?? 0), 0);
    if (likeness >= (best?.likeness ?? leastLikeness)) best = { group, likeness };
  }
  return best;
}

/** A model as bytes to be stored. */
export function encodeModel(model: GroupingModel): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(model));
}

/** The model that bytes of `encodeModel` stand for. */
export function decodeModel(bytes: Uint8Array): GroupingModel {
  return JSON.parse(new TextDecoder().decode(bytes)) as GroupingModel;
}

/** The words of a text by weight, of length 1. */
export function rowOf(weights: Record<string, number>, text: string): Record<string, number> {
  const words = [...new Set(wordsOf(text))].filter((word) => Object.hasOwn(weights, word));
  const numbers = words.map((word) => weights[word]!);
  const length = Math.sqrt(dot(numbers, numbers));
  return Object.fromEntries(words.map((word, index) => [word, numbers[index]! / length]));
}
