import type { Hash } from '../../../engine/base/types.js';
import type { StoredTree } from '../../../engine/tree/manifest/manifest.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { placeBlobs } from '../blob-objects/place-blobs.js';
import { cacheBlobsOnCommit } from './read-blobs.js';
import { bufferContentInUse, markContentInUse, type SomeContent } from './touch-content.js';

/** Organization that owns the stored content, and the time of the transaction. */
export interface StoreTarget {
  organizationId: string;
  storedAt: Date;
}

/**
 * Stores blobs that the organization does not have yet. Content is addressed by its hash, so storing it twice, or from
 * two processes at once, changes nothing.
 */
export async function storeBlobs(
  tx: Transaction,
  target: StoreTarget,
  blobs: ReadonlyMap<Hash, Uint8Array>,
): Promise<void> {
  await insertBlobs(
    tx,
    { ...target, blobs },
    await missingHashes(tx, { table: 'Blob', ...target, hashes: [...blobs.keys()] }),
  );
}

/**
 * Stores blobs, and the tree nodes of a manifest that refers to them. Small content is written without a query for the
 * existing hashes.
 */
export async function storeContent(
  tx: Transaction,
  target: StoreTarget,
  { blobs, nodes }: { blobs: ReadonlyMap<Hash, Uint8Array>; nodes: StoredTree['nodes'] },
): Promise<void> {
  cacheBlobsOnCommit(tx, target.organizationId, blobs);
  const missing = isSmallContent(blobs, nodes) ? markAndReturnAllHashes : missingHashes;
  const [missingBlobs, missingNodes] = await Promise.all([
    missing(tx, { table: 'Blob', ...target, hashes: [...blobs.keys()] }),
    missing(tx, { table: 'TreeNode', ...target, hashes: [...nodes.keys()] }),
  ]);
  await insertBlobs(tx, { ...target, blobs }, missingBlobs);
  await insertNodes(tx, { ...target, nodes }, missingNodes);
}

/** Maximum size of content that is written without a query for the existing hashes. That query takes a round trip. */
const smallContent = { items: 20, bytes: 65_536 };

function isSmallContent(...contents: readonly ReadonlyMap<Hash, { length: number }>[]): boolean {
  const lengths = contents.flatMap((content) => [...content.values()].map(({ length }) => length));
  return lengths.length <= smallContent.items && lengths.reduce((sum, length) => sum + length, 0) <= smallContent.bytes;
}

/** Stores the tree of a manifest; nodes that exist are not written again. */
export async function storeTree(tx: Transaction, target: StoreTarget, { nodes }: StoredTree): Promise<void> {
  await insertNodes(
    tx,
    { ...target, nodes },
    await missingHashes(tx, { table: 'TreeNode', ...target, hashes: [...nodes.keys()] }),
  );
}

type Blobs = StoreTarget & { blobs: ReadonlyMap<Hash, Uint8Array> };

async function insertBlobs(
  tx: Transaction,
  { organizationId, storedAt, blobs }: Blobs,
  missing: Hash[],
): Promise<void> {
  const rows = missing.map((hash) => {
    const bytes = blobs.get(hash)!;
    return { organizationId, hash, size: bytes.length, bytes, createdAt: storedAt };
  });
  await bufferInsertIfFew(tx, { table: 'Blob', rows: placeBlobs(tx, rows), ignoreExisting: true });
}

async function insertNodes(
  tx: Transaction,
  { organizationId, storedAt, nodes }: StoreTarget & Pick<StoredTree, 'nodes'>,
  missing: Hash[],
): Promise<void> {
  const rows = missing.map((hash) => ({ organizationId, hash, content: nodes.get(hash)!, createdAt: storedAt }));
  await bufferInsertIfFew(tx, { table: 'TreeNode', rows, ignoreExisting: true });
}

/**
 * Returns all hashes, sorted (see `missingHashes`), and marks the existing ones as in use. The insert of the caller
 * skips existing rows.
 */
async function markAndReturnAllHashes(
  tx: Transaction,
  { storedAt, ...content }: SomeContent & { storedAt: Date },
): Promise<Hash[]> {
  bufferContentInUse(tx, content, storedAt);
  return [...content.hashes].sort();
}

/**
 * Returns the missing hashes, sorted, and marks the existing ones as in use. All writers use the same order, so that
 * two transactions that store the same content do not deadlock.
 */
async function missingHashes(
  tx: Transaction,
  { storedAt, ...content }: SomeContent & { storedAt: Date },
): Promise<Hash[]> {
  const existing = await markContentInUse(tx, content, storedAt);
  return content.hashes.filter((hash) => !existing.has(hash)).sort();
}
