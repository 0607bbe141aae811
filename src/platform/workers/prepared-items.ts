import type { Json } from '../../engine/base/types.js';
import { forEachYielding } from './event-loop.js';
import { type PackedTexts, packTexts, textAt } from './packed-texts.js';

/** An item of a list that a thread has prepared. */
export interface PreparedItem {
  /** What is small; it becomes objects. */
  value: { [name: string]: Json | undefined };
  /** What is large, such as a column that is stored as it is; it is decoded when it is needed. */
  text(): string;
}

/**
 * What a worker thread does with the items of a large body: the export `bodyItems` of the module that the scalar of the items
 * names (`ScalarExtension.prepared`).
 */
export interface BodyItems<Item = never> {
  /** The scalar as the graph declares it; its JSON Schema has the rules. */
  scalar: { name: string; schema: { [keyword: string]: unknown } };
  /**
   * Prepares an item that keeps the rules of the scalar.
   * @param at the item as messages name it
   */
  prepare(item: Item, at: string): PreparedItem;
}

/** Prepared items on their way from a thread; the buffer of the texts is moved. */
export type PackedItems = PackedTexts;

/** Packs prepared items. */
export function packItems(items: readonly PreparedItem[]): PackedItems {
  return packTexts(items.flatMap(({ value, text }) => [JSON.stringify(value), text()]));
}

/** The items that were packed, in as many turns of the event loop as reading them takes. */
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

/** Whether a value is an item that a thread has prepared, rather than what a client sent. */
export function isPrepared(value: object): value is PreparedItem {
  return unpacked.has(value);
}

const unpacked = new WeakSet<object>();
