import { deserialize, serialize } from 'node:v8';
import type { EmbeddingModel } from './embedding-model.js';
import { assignEmbedding } from './embedding-model.js';
import { assignText, type TextModel } from './text-model.js';
import type { Vector } from './vectors.js';

/** An item to group: a text, and its embedding if one was created. */
export interface Item {
  text: string;
  vector?: Vector;
}

/**
 * Data for assigning another item to a group. It does not contain the grouped items. It is plain data; `encodeModel`
 * converts it to bytes.
 */
export type GroupingModel = TextModel | EmbeddingModel;

/** Group of an item, and its similarity to the group, from 0 to 1. */
export interface GroupMatch {
  group: number;
  likeness: number;
}

/**
 * Returns the group that an item is most similar to. Returns null if none is similar enough, or if the item has no
 * words or no embedding of the model's dimension. The time does not depend on the number of grouped items.
 */
export function assignGroup(model: GroupingModel, { text, vector }: Item): GroupMatch | null {
  if (model.by === 'texts') return assignText(model, text);
  return vector ? assignEmbedding(model, vector) : null;
}

/** Encodes a model as bytes for storage. A model of thousands of short texts has about 100 KB. */
export function encodeModel(model: GroupingModel): Uint8Array {
  return serialize(model);
}

/** Decodes bytes that `encodeModel` returned. May throw for any other bytes. */
export function decodeModel(bytes: Uint8Array): GroupingModel {
  return deserialize(bytes) as GroupingModel;
}
