import { sql } from 'kysely';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { type BlobStorage, blobKey, parseBlobKey } from '../../../platform/object-storage/blob-storage.js';
import type { ObjectEntry } from '../../../platform/object-storage/object-storage.js';
import { type OwnedObjects, objectsLock } from '../blob-objects/claim-objects.js';

/** Time that an object without a blob is retained after its last write or claim, in milliseconds. */
const retentionMs = 86_400_000;

/** Milliseconds after which another run takes over deletions that did not end. No call of the storage takes that long. */
const takeoverMs = 3_600_000;

/** Maximum number of objects that are chosen in one transaction. */
const batchSize = 100;

/**
 * Deletes the objects that no blob refers to: their transaction was rolled back, the blob was deleted, or its bytes
 * moved to the database. An object is retained for a day after it was written or claimed. A deletion is recorded until
 * the storage has confirmed it. Meanwhile writers store the blob in the database, so that a late deletion loses nothing.
 * @throws ObjectStorageError if the storage fails; the next run continues
 */
export async function collectObjects(store: Store, signal: AbortSignal): Promise<void> {
  const { blobs } = store;
  if (!blobs) return;
  await finishDeletions(store, blobs);
  for await (const entries of blobs.storage.list()) {
    signal.throwIfAborted();
    for (const [organizationId, hashes] of groupBy(oldObjects(entries), (object) => object.organizationId))
      for (const group of chunksOf(hashes, batchSize)) {
        const chosen = await chooseUnused(store, { organizationId, hashes: group.map(({ hash }) => hash) });
        await deleteObjects(store, blobs, { organizationId, hashes: chosen });
      }
  }
}

function oldObjects(entries: readonly ObjectEntry[]): { organizationId: string; hash: string }[] {
  const cutoff = Date.now() - retentionMs;
  return entries
    .filter(({ modifiedAt }) => modifiedAt.getTime() < cutoff)
    .flatMap(({ key }) => parseBlobKey(key) ?? []);
}

/** Repeats deletions that an earlier run did not finish. */
async function finishDeletions(store: Store, blobs: BlobStorage): Promise<void> {
  const before = new Date(Date.now() - takeoverMs).toISOString();
  const deletions = store.read.sql.selectFrom('ObjectDeletion').select(['organizationId', 'hash']);
  const rows = await store.read.all(deletions.where('startedAt', '<', before));
  for (const [organizationId, own] of groupBy(rows, (row) => row.organizationId))
    await deleteObjects(store, blobs, { organizationId, hashes: own.map(({ hash }) => hash) });
}

/** Returns the objects without a blob that nobody has claimed for a day, and records their deletion. */
async function chooseUnused(store: Store, { organizationId, hashes }: OwnedObjects): Promise<string[]> {
  if ((await findUnused(store.read, { organizationId, hashes })).length === 0) return [];
  return store.transaction(async (tx) => {
    await tx.lockName(objectsLock(organizationId));
    const unused = await findUnused(tx.read, { organizationId, hashes });
    const startedAt = new Date();
    const rows = unused.map((hash) => ({ organizationId, hash, startedAt }));
    await insertRows(tx, { table: 'ObjectDeletion', rows });
    await removeRows(tx, 'ContentTouch', { organizationId, hashes: unused });
    return unused;
  });
}

/**
 * Returns the hashes that no blob in object storage has, that were not claimed within the last day, and are not being
 * deleted.
 */
async function findUnused(read: Queries, { organizationId, hashes }: OwnedObjects): Promise<string[]> {
  const cutoff = new Date(Date.now() - retentionMs).toISOString();
  const own = sql`"organizationId" = ${organizationId} and ${read.inList('hash', hashes)}`;
  const used = await read.all(sql<{ hash: string }>`
    select "hash" from "Blob" where ${own} and "inObjectStorage"
    union select "hash" from "ContentTouch" where ${own} and "at" > ${cutoff}
    union select "hash" from "ObjectDeletion" where ${own}`);
  const found = new Set(used.map(({ hash }) => hash));
  return hashes.filter((hash) => !found.has(hash));
}

/** Deletes objects, and then the records of their deletion. */
async function deleteObjects(store: Store, { storage }: BlobStorage, objects: OwnedObjects): Promise<void> {
  const { organizationId, hashes } = objects;
  if (hashes.length === 0) return;
  await storage.delete(hashes.map((hash) => blobKey({ organizationId, hash })));
  await store.transaction((tx) => removeRows(tx, 'ObjectDeletion', objects));
}

async function removeRows(
  { read }: Transaction,
  table: 'ContentTouch' | 'ObjectDeletion',
  { organizationId, hashes }: OwnedObjects,
): Promise<void> {
  const rows = read.sql.deleteFrom(table as 'ContentTouch').where('organizationId', '=', organizationId);
  await read.all(rows.where(read.inList('hash', hashes)));
}
