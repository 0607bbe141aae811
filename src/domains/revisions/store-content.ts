import type { Tree } from '../../content/manifest/manifest.js';
import type { Hash } from '../../content/types.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/transaction.js';
import { type SomeContent, useContent } from './touch-content.js';

/** Where content is stored, and when. */
export interface Place {
  organizationId: string;
  at: Date;
}

/**
 * Stores blobs that the organization does not have yet. Content is addressed by its hash, so storing it twice, or from
 * two processes at once, changes nothing.
 */
export async function storeBlobs(tx: Transaction, place: Place, blobs: ReadonlyMap<Hash, Uint8Array>): Promise<void> {
  const missing = await missingHashes(tx, { table: 'Blob', ...place, hashes: [...blobs.keys()] });
  const rows = missing.map((hash) => blobRow(place, hash, blobs.get(hash)!));
  await insertRows(tx, { table: 'Blob', rows, unlessThere: true });
}

/** Stores the tree of a manifest; nodes that exist are not written again. */
export async function storeTree(tx: Transaction, place: Place, { nodes }: Tree): Promise<void> {
  const missing = await missingHashes(tx, { table: 'TreeNode', ...place, hashes: [...nodes.keys()] });
  const rows = missing.map((hash) => ({
    organizationId: place.organizationId,
    hash,
    content: nodes.get(hash)!,
    createdAt: place.at,
  }));
  await insertRows(tx, { table: 'TreeNode', rows, unlessThere: true });
}

function blobRow({ organizationId, at }: Place, hash: Hash, bytes: Uint8Array) {
  return { organizationId, hash, size: bytes.length, bytes, createdAt: at };
}

/** What is there is in use from now on. In one order for all: two that store the same would each wait for what the other has stored first. */
async function missingHashes(tx: Transaction, { at, ...content }: SomeContent & { at: Date }): Promise<Hash[]> {
  const known = await useContent(tx, content, at);
  return content.hashes.filter((hash) => !known.has(hash)).sort();
}
