import type { Hash } from '../../../engine/base/types.js';
import { chunksWithin } from '../../../platform/arrays/chunks-of.js';
import type { Store } from '../../../platform/db/write/store.js';
import { references, type StoredText, words } from '../content-work/derived-cache.js';
import { storeBlobs } from './store-content.js';

/** Maximum number of bytes and blobs that one step writes, so that no step holds the write lock for long. */
const maxStep = { bytes: 4_194_304, blobs: 100 };

/** Content to store before the transaction that makes it visible. */
export interface ContentInSteps {
  organizationId: string;
  /** Blobs by hash. Each is read only when it is about to be stored. */
  blobs: Iterable<[Hash, () => Uint8Array]> | AsyncIterable<[Hash, () => Uint8Array]>;
  /** Hashes of the blobs that are texts of pages; the words and references of these texts are computed in advance. */
  texts: ReadonlySet<Hash | undefined>;
  /** Called after each step with the number of stored blobs. */
  onStored?(done: number): void;
}

/**
 * Stores blobs in short transactions, each of which can be repeated: blobs that are stored but not used are not
 * visible.
 */
export async function storeInSteps(
  store: Store,
  { organizationId, blobs, texts, onStored }: ContentInSteps,
): Promise<void> {
  let batch = new Map<Hash, Uint8Array>();
  let [bytes, done] = [0, 0];
  const flush = async (): Promise<void> => {
    const target = { organizationId, storedAt: new Date() };
    if (batch.size > 0) await store.transaction((tx) => storeBlobs(tx, target, batch), organizationId);
    done += batch.size;
    onStored?.(done);
    [batch, bytes] = [new Map(), 0];
  };
  for await (const [hash, read] of blobs) {
    const content = read();
    if (batch.size >= maxStep.blobs || bytes + content.length > maxStep.bytes) await flush();
    batch.set(hash, content);
    if (texts.has(hash)) await precomputeDerived(hash, { bytes: content, organizationId });
    bytes += content.length;
  }
  await flush();
}

/** Groups blobs so that each group fits into one step; a blob that is larger than a step has a group of its own. */
export function groupsInSteps<Sized extends { size: number }>(blobs: Iterable<Sized>): Sized[][] {
  return [...chunksWithin(blobs, { items: maxStep.blobs, bytes: maxStep.bytes }, ({ size }) => size)];
}

/**
 * Caches the words and references of a text, so that the final transaction, which holds the lock, need not compute
 * them.
 */
async function precomputeDerived(hash: Hash, text: StoredText): Promise<void> {
  await Promise.all([words.getOrCompute(hash, text), references.getOrCompute(hash, text)]);
}
