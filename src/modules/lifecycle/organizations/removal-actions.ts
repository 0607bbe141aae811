import { dropDeletedTerms } from '../../../platform/db/write/drop-deleted-terms.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { JobKind, JobRun } from '../../../platform/jobs/job-kind.js';
import { removeOutcomes } from './idempotency-outcomes.js';
import { removeRows } from './organization-rows.js';
import { organizationTables } from './organization-tables.js';
import { removeServiceAccounts } from './service-accounts.js';

/** Kind of the jobs that remove organizations permanently. */
export const organizationPurgeKind = 'organizations.purge';

/** Returns the kind of jobs that remove organizations permanently. */
export function organizationPurge(store: Store): JobKind {
  return { name: organizationPurgeKind, run: (_payload, run) => purgeOrganizations(store, run) };
}

/**
 * Removes the organizations whose removal is due, one after the other, with all their rows. Uses short transactions, so
 * that a later attempt continues where an earlier one ended. Reports the number of finished tables as progress.
 */
async function purgeOrganizations(store: Store, run: Pick<JobRun, 'signal' | 'progress'>): Promise<void> {
  const ids = await findDue(store);
  const total = ids.length * organizationTables.length;
  for (const [index, id] of ids.entries()) {
    const before = index * organizationTables.length;
    await removeOrganization(id, { store, signal: run.signal, progress: (done) => run.progress(before + done, total) });
  }
  await run.progress(total, total);
  if (ids.length === 0) return;
  await dropDeletedTerms(store);
  await store.freeSpace();
}

async function findDue({ read, sql }: Store): Promise<string[]> {
  const due = sql
    .selectFrom('OrganizationDeletion')
    .select('organizationId')
    .where('removedAt', 'is', null)
    .where('removeAt', '<=', new Date().toISOString())
    .orderBy('removeAt')
    .orderBy('organizationId');
  return (await read.all(due)).map(({ organizationId }) => organizationId);
}

/** A removal in progress. */
interface Removal {
  store: Store;
  signal: AbortSignal;
  /** Reports the number of tables whose rows were removed. */
  progress(done: number): Promise<void>;
}

async function removeOrganization(id: string, removal: Removal): Promise<void> {
  const { store, signal } = removal;
  signal.throwIfAborted();
  if (!(await store.transaction((tx) => beginRemoval(tx, id), id))) return;
  await removeOutcomes({ store, organizationId: id, signal });
  // An action that was running when the removal began may have written rows into a table that was already empty.
  while (await removeAllRows(id, removal));
  await store.transaction((tx) => finishRemoval(tx, id), id);
}

/**
 * Removes the rows of an organization from all tables, but not the row of the organization itself. Returns whether
 * there were any.
 */
async function removeAllRows(organizationId: string, { store, signal, progress }: Removal): Promise<boolean> {
  let hadRows = false;
  for (const [done, table] of organizationTables.entries()) {
    await progress(done);
    if (await removeRows({ store, table, organizationId, signal })) hadRows = true;
  }
  return (await removeServiceAccounts({ store, organizationId })) || hadRows;
}

/**
 * Marks the removal as begun, so that the organization can no longer be restored, even by a server whose clock differs.
 * Returns false if it must not be removed.
 */
async function beginRemoval(tx: Transaction, id: string): Promise<boolean> {
  await tx.lock('Organization', id);
  const { read, prisma } = tx;
  const deletion = await read.first(
    read.sql.selectFrom('OrganizationDeletion').selectAll().where('organizationId', '=', id),
  );
  if (!deletion || deletion.removedAt !== null || deletion.removeAt > new Date().toISOString()) return false;
  if (deletion.startedAt === null) {
    const data = { startedAt: new Date() };
    await prisma.organizationDeletion.update({ where: { organizationId: id }, data, select: { organizationId: true } });
  }
  return true;
}

/** Removes the organization itself. The record of its deletion stays. */
async function finishRemoval({ lock, prisma }: Transaction, id: string): Promise<void> {
  await lock('Organization', id);
  await prisma.organization.deleteMany({ where: { id } });
  const data = { removedAt: new Date() };
  await prisma.organizationDeletion.update({ where: { organizationId: id }, data, select: { organizationId: true } });
}
