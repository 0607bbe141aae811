import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { isBeingImported } from '../../../platform/db/query/live-organizations.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { JobKind, JobRun } from '../../../platform/jobs/job-kind.js';
import { allContent, garbageCollectionLock, touchContent } from '../revisions/touch-content.js';
import { collectObjects } from './collect-objects.js';
import type { ContentRoot } from './content-roots.js';
import { type Address, markReachableContent, type ReachableContent } from './reachable-content.js';

/** Time that unreachable content is retained, in milliseconds. */
const retentionMs = 86_400_000;

/** Number of addresses that one query reads, and numbers of rows that one transaction deletes. */
const batchSizes = { addresses: 1000, TreeNode: 200, Blob: 20 } as const;

/** The job that deletes unreachable content. */
export function contentGarbageCollection(store: Store): JobKind {
  return { name: 'content.sweep', run: (_payload, run) => collectContentGarbage(store, run) };
}

/** A running garbage collection. */
interface CollectionCycle {
  store: Store;
  reachable: ReachableContent;
  /** Time when marking began. */
  begunAt: string;
}

/**
 * Deletes blobs and nodes that have been unreachable for a day. A run records the unreachable content. A later run, at
 * least a day after that, deletes it if no writer has used it since. Writers record the use of content
 * (`ContentTouch`), and lock it until they end. Objects without a blob are deleted as `collectObjects` describes.
 */
export async function collectContentGarbage(store: Store, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const begunAt = new Date().toISOString();
  const cycle = { store, begunAt, reachable: await markReachableContent(store.read, signal) };
  for (const table of ['TreeNode', 'Blob'] as const)
    for await (const unreachable of unreachableIn(cycle, table)) {
      signal.throwIfAborted();
      await deleteUnreachable(cycle, table, unreachable);
    }
  await deleteOldTouches(cycle);
  await store.freeSpace();
  // This step is the last one, so that a failing storage delays no other step.
  await collectObjects(store, signal);
}

/**
 * Reads the addresses of unreachable content of a table, in chunks of the size that one transaction deletes. Reads only
 * the key columns.
 */
async function* unreachableIn(
  { store: { read }, reachable }: CollectionCycle,
  table: ContentRoot['contentTable'],
): AsyncGenerator<Address[]> {
  for (let last: Address = { organizationId: '', hash: '' }; ; ) {
    const rows = await read.all(sql<Address>`select "organizationId", "hash" from ${sql.table(table)}
      where ("organizationId", "hash") > (${last.organizationId}, ${last.hash})
      order by "organizationId", "hash" limit ${batchSizes.addresses}`);
    const unreachable = rows.filter((address) => !reachable.has(table, address));
    for (let from = 0; from < unreachable.length; from += batchSizes[table])
      yield unreachable.slice(from, from + batchSizes[table]);
    if (rows.length < batchSizes.addresses) return;
    last = rows.at(-1)!;
  }
}

async function deleteUnreachable(
  { store, begunAt }: CollectionCycle,
  table: ContentRoot['contentTable'],
  addresses: Address[],
): Promise<void> {
  for (const [organizationId, group] of groupBy(addresses, (address) => address.organizationId))
    await store.transaction(async (tx) => {
      const content = { table, organizationId, hashes: group.map(({ hash }) => hash) };
      await tx.lockName(garbageCollectionLock(organizationId));
      if ((await isAllInUse(tx, organizationId, begunAt)) || (await isBeingImported(tx.read, organizationId))) return;
      const found = await lockAndReadAges(tx, content);
      const cutoff = new Date(Date.now() - retentionMs).toISOString();
      const isRecent = ({ createdAt, touchedAt }: ContentAge) => createdAt > cutoff || (touchedAt ?? '') > cutoff;
      const old = found.filter((one) => !isRecent(one));
      const newlyUnreachable = old.filter(({ touchedAt }) => touchedAt === null).map(({ hash }) => hash);
      await touchContent(tx, { organizationId, hashes: newlyUnreachable }, new Date());
      const expired = old.filter(({ touchedAt }) => touchedAt !== null).map(({ hash }) => hash);
      for (const from of [table, 'ContentTouch'] as const)
        await deleteRows(tx, from, { organizationId, hashes: expired });
    });
}

/**
 * Reports whether all content of an organization was marked as in use since the run began. The set of reachable content
 * is then out of date.
 */
async function isAllInUse({ read }: Transaction, organizationId: string, since: string): Promise<boolean> {
  const touches = read.sql.selectFrom('ContentTouch').select('hash').where('organizationId', '=', organizationId);
  return (await read.first(touches.where('hash', '=', allContent).where('at', '>=', since))) !== undefined;
}

/** Content with its age. */
interface ContentAge {
  hash: string;
  createdAt: string;
  touchedAt: string | null;
}

/** Blobs or nodes of one organization. */
interface ContentKeys {
  table: ContentRoot['contentTable'];
  organizationId: string;
  hashes: string[];
}

/**
 * Locks the rows that no writer has locked, and reads the time when each row was last used. A writer that has ended has
 * already recorded its use. A writer that starts later waits, and then finds no row.
 */
async function lockAndReadAges(
  { read }: Transaction,
  { table, organizationId, hashes }: ContentKeys,
): Promise<ContentAge[]> {
  const rows = read.sql
    .selectFrom(table as 'TreeNode')
    .select(['hash', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where(read.inList('hash', hashes));
  const found = await read.all(read.provider === 'sqlite' ? rows : rows.forUpdate().skipLocked());
  const touches = read.sql
    .selectFrom('ContentTouch')
    .select(['hash', 'at'])
    .where('organizationId', '=', organizationId);
  const touchRows = await read.all(touches.where(read.inList('hash', hashes)));
  const touched = new Map(touchRows.map(({ hash, at }) => [hash, at]));
  return found.map((row) => ({ ...row, touchedAt: touched.get(row.hash) ?? null }));
}

async function deleteRows(
  { read }: Transaction,
  table: ContentRoot['contentTable'] | 'ContentTouch',
  { organizationId, hashes }: Omit<ContentKeys, 'table'>,
): Promise<void> {
  if (hashes.length === 0) return;
  const rows = read.sql.deleteFrom(table as 'TreeNode').where('organizationId', '=', organizationId);
  await read.all(rows.where(read.inList('hash', hashes)));
}

/**
 * Deletes old records of the use of reachable content. They are not needed, because they do not say when the content
 * becomes unreachable.
 */
async function deleteOldTouches({ store, reachable }: CollectionCycle): Promise<void> {
  const cutoff = new Date(Date.now() - retentionMs).toISOString();
  for (let last: Address = { organizationId: '', hash: '' }; ; ) {
    const rows = await store.read.all(sql<Address>`select "organizationId", "hash" from "ContentTouch"
      where ("organizationId", "hash") > (${last.organizationId}, ${last.hash}) and "at" <= ${cutoff}
      order by "organizationId", "hash" limit ${batchSizes.addresses}`);
    const reachableRows = rows.filter(
      (one) => one.hash === allContent || reachable.has('TreeNode', one) || reachable.has('Blob', one),
    );
    for (const [organizationId, group] of groupBy(reachableRows, (address) => address.organizationId))
      await store.transaction(({ read }) =>
        read.all(
          read.sql
            .deleteFrom('ContentTouch')
            .where('organizationId', '=', organizationId)
            .where('at', '<=', cutoff)
            .where(
              read.inList(
                'hash',
                group.map(({ hash }) => hash),
              ),
            ),
        ),
      );
    if (rows.length < batchSizes.addresses) return;
    last = rows.at(-1)!;
  }
}
