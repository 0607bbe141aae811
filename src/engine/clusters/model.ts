import { deserialize, serialize } from 'node:v8';
import type { EmbeddingModel } from './embedding-model.js';
import { placeEmbedding } from './embedding-model.js';
import { placeText, type TextModel } from './text-model.js';
import type { Vector } from './vectors.js';

/** What is grouped: a text, and its embedding where an endpoint has made one. */
export interface Item {
  text: string;
  vector?: Vector;
}

/** What is needed to place one more item without looking at all others. Plain data; kept as bytes by `encodeModel`. */
export type GroupingModel = TextModel | EmbeddingModel;

/** Where an item belongs: its group, and how like that it is, from 0 to 1. */
export interface Place {
  group: number;
  likeness: number;
}

/**
 * The group that an item is most like; null where it is like none, has no words, or has no embedding of the size that the items
 * were grouped by. It takes no longer for many items than for few.
 */
export function placeItem(model: GroupingModel, { text, vector }: Item): Place | null {
  if (model.by === 'texts') return placeText(model, text);
  return vector ? placeEmbedding(model, vector) : null;
}

/** A model as bytes to be stored: some 100 KB for thousands of short texts. */
export function encodeModel(model: GroupingModel): Uint8Array {
  return serialize(model);
}

/** The model that bytes of `encodeModel` stand for. They must come from there: others may throw. */
export function decodeModel(bytes: Uint8Array): GroupingModel {
  return deserialize(bytes) as GroupingModel;
}
