import { notFound } from '../../../platform/base/errors.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { getRow } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { revisionsById } from './loaders.js';

/** A revision, and the organization of what names it: its space or change request. */
export interface RevisionName {
  organizationId: string;
  id: string;
}

/**
 * Rows of revisions in memory, by organization and id. A row never changes but by a transfer of its space, which changes
 * the organization, hence the key.
 */
const known = createCache<Row<'Revision'>>({ name: 'revisions', weigh: () => 1_000 });

/** Those that were written here a moment ago, for those who write: what a read costs does not depend on who wrote. */
const written = createCache<Row<'Revision'>>({ name: 'revisions written here', weigh: () => 1_000 });

/**
 * A revision by its organization and id, from memory, else in one batch with others of the request; null where the
 * organization has none. Only what was committed is kept: transactions read their rows themselves.
 */
export async function findRevision(loaders: Loaders, name: RevisionName): Promise<Row<'Revision'> | null> {
  const row = await readRevision(loaders, name);
  return row?.organizationId === name.organizationId ? row : null;
}

/**
 * The same for a revision that must exist, such as a head.
 * @throws NOT_FOUND where its space was transferred since it was read; Error where there is none: a fault of the data.
 */
export async function getRevision(loaders: Loaders, name: RevisionName): Promise<Row<'Revision'>> {
  const row = await readRevision(loaders, name);
  if (!row) throw new Error(`The organization ${name.organizationId} has no revision ${name.id}`);
  if (row.organizationId !== name.organizationId) throw notFound('revision', name.id);
  return row;
}

/**
 * The same in the transaction of an action, for a revision that an object names which the action has read: from memory, else
 * read. A row that is in memory was committed, and never changes in its organization.
 */
export async function revisionInside(unit: UnitOfWork, name: RevisionName): Promise<Row<'Revision'>> {
  const key = keyOf(name);
  return written.get(key) ?? known.get(key) ?? getRow(unit, 'Revision', name.id);
}

/** Keeps the row of a revision that a transaction writes, once it has. */
export function keepRevision({ onCommit }: Transaction, row: Row<'Revision'>): void {
  onCommit(() => written.set(keyOf(row), row));
}

/** A revision of any organization; from memory only where it is in the one that is named. */
async function readRevision(loaders: Loaders, name: RevisionName): Promise<Row<'Revision'> | null> {
  const kept = known.get(keyOf(name));
  if (kept) return kept;
  const row = await loaders.load(revisionsById, name.id);
  if (row) known.set(keyOf(row), row);
  return row;
}

function keyOf({ organizationId, id }: RevisionName): string {
  return `${organizationId}/${id}`;
}
