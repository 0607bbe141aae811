import { hashOf } from '../../base/blob.js';
import type { Hash } from '../../base/types.js';

/** An item of a list in the form in which it is stored. */
export interface ListItem {
  /** Canonical JSON of an object. */
  json: string;
  /** Hash of its id. It decides where nodes end, so that a change of an item does not move the end of a node. */
  key: Hash;
}

/** A stored node of a list: items, or hashes of nodes of the same list. */
export type ListNode = (object | Hash)[];

/** If the parent would name more nodes than this, a level of nodes with hashes is added. */
const maxHashesInParent = 12;

/** Number of characters of a hash in the JSON of a node. */
const hashLength = 67;

/**
 * Stores a list of items as nodes of several items each, and returns the hashes of nodes that its parent names. If there
 * are many nodes, the list gets one more level, with about as many hashes in each node as in the parent. A change of an
 * item writes one node per level. An insertion or removal rarely writes more than two.
 */
export function storeList(items: readonly ListItem[], nodes: Map<Hash, string>): Hash[] {
  const length = items.reduce((sum, { json }) => sum + json.length, 0);
  // The change of an item costs least if its node, the node above and the parent are about equally long.
  const minLength = 16 * nearestPowerOfTwo(Math.cbrt(length));
  const chunks = storeChunks(chunksOf(items, { minLength, digit: 0 }), nodes);
  if (chunks.length <= maxHashesInParent) return chunks.map(({ hash }) => hash);
  const hashesInNode = nearestPowerOfTwo(Math.sqrt(chunks.length));
  const groups = chunksOf(chunks, { minLength: hashesInNode * hashLength, digit: 1 });
  return storeChunks(groups, nodes).map(({ hash }) => hash);
}

/** Rounds a number, so that lists of similar lengths are split in the same way. */
function nearestPowerOfTwo(value: number): number {
  return 2 ** Math.round(Math.log2(value));
}

/** Returns the items of a list in order. `list` has items, hashes of nodes, or both. */
export function itemsOf(list: ListNode, nodes: ReadonlyMap<Hash, unknown>): object[] {
  return list.flatMap((entry) => (isHash(entry) ? itemsOf(nodes.get(entry) as ListNode, nodes) : entry));
}

/** Stores each chunk as a node. Returns the hashes of the nodes as items of the level above. */
function storeChunks(chunks: readonly ListItem[][], nodes: Map<Hash, string>): (ListItem & { hash: Hash })[] {
  return chunks.map((chunk) => {
    const hash = storeNode(`[${chunk.map(({ json }) => json).join(',')}]`, nodes);
    return { hash, json: `"${hash}"`, key: chunk.at(-1)!.key };
  });
}

/** Adds a node by its hash, and returns the hash. */
export function storeNode(content: string, nodes: Map<Hash, string>): Hash {
  const hash = hashOf(content);
  nodes.set(hash, content);
  return hash;
}

/** Reports whether an entry of a node is the hash of another node. */
export function isHash(entry: unknown): entry is Hash {
  return typeof entry === 'string';
}

/** Where a chunk ends. */
interface ChunkEnds {
  /** Minimum number of characters of a chunk. A chunk with four times as many characters ends after any item. */
  minLength: number;
  /**
   * Position of the digit of a key that must be even. Each level needs another position, because its items are ends of
   * chunks of the level below.
   */
  digit: number;
}

/**
 * Splits items into chunks. About half of all items may end a chunk. The ends depend on the items and not on their
 * positions, so that most chunks after an insertion stay the same.
 */
function chunksOf(items: readonly ListItem[], { minLength, digit }: ChunkEnds): ListItem[][] {
  const chunks: ListItem[][] = [];
  let [chunk, length]: [ListItem[], number] = [[], 0];
  for (const item of items) {
    chunk.push(item);
    length += item.json.length + 1;
    const mayEnd = Number.parseInt(item.key[digit]!, 16) % 2 === 0;
    if (length < minLength || (!mayEnd && length < 4 * minLength)) continue;
    chunks.push(chunk);
    [chunk, length] = [[], 0];
  }
  return chunk.length === 0 ? chunks : [...chunks, chunk];
}
