import type { Json } from '../../engine/base/types.js';
import { forEachYielding } from './event-loop.js';
import { type PackedTexts, packTexts, textAt } from './packed-texts.js';

/** A list item after a thread has prepared it. */
export interface PreparedItem {
  /** Members with small values, already parsed. */
  value: { [name: string]: Json | undefined };
  /** Returns a large text, such as the value of a column that is stored unchanged. It is decoded when it is needed. */
  text(): string;
}

/**
 * Type of the export `bodyItems` of a module. A worker thread uses it to prepare the items of a large request body. The
 * scalar type of the items names the module (`ScalarExtension.prepared`).
 */
export interface BodyItems<Item = never> {
  /** Scalar type of the items. Its JSON Schema contains the rules for an item. */
  scalar: { name: string; schema: { [keyword: string]: unknown } };
  /**
   * Prepares an item that satisfies the rules of the scalar.
   * @param at path of the item, for error messages
   */
  prepare(item: Item, at: string): PreparedItem;
}

/** Prepared items in a message from a thread. The buffer with their texts is transferred. */
export type PackedItems = PackedTexts;

/** Packs prepared items. */
export function packItems(items: readonly PreparedItem[]): PackedItems {
  return packTexts(items.flatMap(({ value, text }) => [JSON.stringify(value), text()]));
}

/** Returns the packed items. Parses them in time slices of the event loop. */
export async function unpackItems(packed: PackedItems): Promise<PreparedItem[]> {
  const items: PreparedItem[] = [];
  const indexes = Array.from({ length: packed.ends.length / 2 }, (_, index) => 2 * index);
  await forEachYielding(indexes, (at) => {
    const item = {
      value: JSON.parse(textAt(packed, at)) as PreparedItem['value'],
      text: () => textAt(packed, at + 1),
    };
    unpacked.add(item);
    items.push(item);
  });
  return items;
}

/** Reports whether a value is an item that a thread has prepared, and not a client's value. */
export function isPrepared(value: object): value is PreparedItem {
  return unpacked.has(value);
}

const unpacked = new WeakSet<object>();
