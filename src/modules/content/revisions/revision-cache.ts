import { notFound } from '../../../platform/base/errors.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { getRow } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { revisionsById } from './loaders.js';

/** Id of a revision, and the organization of the space or change request that refers to it. */
export interface RevisionKey {
  organizationId: string;
  id: string;
}

/**
 * Milliseconds that a row is cached. Retention removes revisions of merged change requests, also in another process.
 * The time is much shorter than the day for which the garbage collection retains their content.
 */
const ttl = 5 * 60_000;

/**
 * Rows of revisions, by organization and id. A row changes when its space is transferred, which changes the
 * organization and so the key. Its parent changes when retention removes the parent.
 */
const revisions = createCache<Row<'Revision'>>({ name: 'revisions', weigh: () => 1_000, ttl });

/**
 * Rows that this process has written. Only actions use them, so that a read sends the same queries in every process.
 */
const writtenRevisions = createCache<Row<'Revision'>>({ name: 'revisions written here', weigh: () => 1_000 });

/**
 * Finds a revision by organization and id. Reads it from the cache, otherwise in one batch with other revisions of the
 * request. Null if the organization does not have it. The cache contains committed rows only; transactions use
 * `getRevisionInTransaction`.
 */
export async function findRevision(loaders: Loaders, key: RevisionKey): Promise<Row<'Revision'> | null> {
  const row = await readRevision(loaders, key);
  return row?.organizationId === key.organizationId ? row : null;
}

/**
 * Finds a revision that must exist, such as a head.
 * @throws NOT_FOUND if its space was transferred in the meantime; Error if the revision does not exist, which is a bug
 */
export async function getRevision(loaders: Loaders, key: RevisionKey): Promise<Row<'Revision'>> {
  const row = await readRevision(loaders, key);
  if (!row) throw new Error(`The organization ${key.organizationId} has no revision ${key.id}`);
  if (row.organizationId !== key.organizationId) throw notFound('revision', key.id);
  return row;
}

/**
 * Finds a revision in a transaction, for an object that the action has read. Reads it from the caches, otherwise from
 * the database. Cached rows are committed. Their parent may be one that retention has removed.
 */
export async function getRevisionInTransaction(unit: UnitOfWork, key: RevisionKey): Promise<Row<'Revision'>> {
  const cacheKey = revisionKey(key);
  return writtenRevisions.get(cacheKey) ?? revisions.get(cacheKey) ?? getRow(unit, 'Revision', key.id);
}

/** Caches the row of a new revision after the commit of its transaction. */
export function cacheWrittenRevision({ onCommit }: Transaction, row: Row<'Revision'>): void {
  onCommit(() => writtenRevisions.set(revisionKey(row), row));
}

/** Reads a revision of any organization; uses the cache only for the given organization. */
async function readRevision(loaders: Loaders, key: RevisionKey): Promise<Row<'Revision'> | null> {
  const cached = revisions.get(revisionKey(key));
  if (cached) return cached;
  const row = await loaders.load(revisionsById, key.id);
  if (row) revisions.set(revisionKey(row), row);
  return row;
}

function revisionKey({ organizationId, id }: RevisionKey): string {
  return `${organizationId}/${id}`;
}
