import { requireOperator } from '../../../access/policy.js';
import { AppError } from '../../../platform/base/errors.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { type NewBlob, placeBlobs } from '../../content/blob-objects/place-blobs.js';
import { findMember } from '../../identity/members/find-member.js';
import { insertMembers } from '../../identity/members/insert-members.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { queueUnfinishedWork } from './queue-work.js';
import type { StoredRow } from './stored-row.js';

/** Refuses everyone except the operator. @throws FORBIDDEN */
export function requireImporter({ viewer }: Actor): void {
  requireOperator(viewer, 'importOrganization', 'Organizations are imported');
}

/** An import that has begun. */
export interface StartedImport {
  organizationId: string;
  /** SHA-256 of the manifest. */
  archive: string;
  /** Number of stored steps. */
  done: number;
  /** Seed of new ids; null if the ids are those of the archive. */
  idSeed: string | null;
}

/**
 * Creates the organization of an import. The organization counts as deleted until the import is finished, so that
 * nobody sees it. Deletes the record that an earlier organization with the same id was removed.
 */
export function beginImport(actor: Actor, startedImport: StartedImport, organization: StoredRow): Promise<void> {
  return runAction(actor, async (unit) => {
    bufferDelete(unit.tx, { table: 'OrganizationDeletion', where: { organizationId: startedImport.organizationId } });
    await insertRows(unit.tx, { table: 'Organization', rows: [{ ...organization, deletedAt: unit.at }] });
    await insertRows(unit.tx, {
      table: 'OrganizationImport',
      rows: [{ ...startedImport, startedAt: unit.at, finishedAt: null }],
    });
  });
}

/** A step of an import: rows of one entry of the archive. */
export interface ImportStep {
  table: TableName;
  /** Rows to insert; for an update, the ids of rows and the columns to set. */
  rows: readonly StoredRow[];
  kind: 'insert' | 'update';
  /** Number of steps before this one. */
  number: number;
}

/** Result of a step. */
export interface StepResult {
  /** Hostnames that were left out, because other sites use them. */
  hostnames: string[];
}

/** Stores a step in one transaction, unless another process has stored it. */
export function storeStep(actor: Actor, { organizationId }: StartedImport, step: ImportStep): Promise<StepResult> {
  return runAction({ ...actor, tenant: organizationId }, async (unit) => {
    const { tx } = unit;
    if ((await lockImport(unit, organizationId)) !== step.number) return { hostnames: [] };
    const { rows, hostnames } = await clearUsedHostnames(unit, step);
    if (step.kind === 'insert') await insertRows(tx, { table: step.table, rows: placedRows(tx, step.table, rows) });
    else
      for (const { id, ...set } of rows)
        bufferUpdate(tx, { table: step.table as 'Comment', where: { id: String(id) }, set });
    bufferUpdate(tx, { table: 'OrganizationImport', where: { organizationId }, set: { done: step.number + 1 } });
    return { hostnames };
  });
}

/** Returns rows as they are inserted: the bytes of large blobs may be in object storage. */
function placedRows(tx: Transaction, table: TableName, rows: readonly StoredRow[]): readonly StoredRow[] {
  return table === 'Blob' ? placeBlobs(tx, rows as readonly (StoredRow & NewBlob)[]) : rows;
}

/**
 * Locks an import that is not finished. Returns the number of stored steps.
 * @throws CONFLICT if the import was finished, or its organization was deleted
 */
async function lockImport({ tx: { lock, read } }: UnitOfWork, organizationId: string): Promise<number> {
  await lock('Organization', organizationId);
  const deletions = read.sql.selectFrom('OrganizationDeletion').select('organizationId');
  const query = read.sql
    .selectFrom('OrganizationImport')
    .select('done')
    .where('organizationId', '=', organizationId)
    .where('finishedAt', 'is', null)
    .where('organizationId', 'not in', deletions);
  const found = await read.first(query);
  if (found) return found.done;
  throw new AppError('CONFLICT', `The import of ${organizationId} was finished, or its organization was deleted`);
}

/**
 * Clears confirmed hostnames that sites of this server already use. Returns the rows to store and the cleared
 * hostnames.
 */
async function clearUsedHostnames({ tx: { read } }: UnitOfWork, { table, rows }: ImportStep) {
  const names =
    table === 'Site' ? rows.flatMap(({ confirmedHostname }) => (confirmedHostname as string | null) ?? []) : [];
  if (names.length === 0) return { rows, hostnames: [] };
  const query = read.sql.selectFrom('Site').select('confirmedHostname').where(read.inList('confirmedHostname', names));
  const taken = new Set((await read.all(query)).map(({ confirmedHostname }) => confirmedHostname));
  const isTaken = ({ confirmedHostname }: StoredRow) => taken.has(confirmedHostname as string | null);
  const free = rows.map((row) => (isTaken(row) ? { ...row, confirmedHostname: null } : row));
  return { rows: free, hostnames: [...taken].filter((name) => name !== null).sort() };
}

/**
 * Makes the organization visible to its members, and makes the owner an admin if one is given. Queues the work that was
 * unfinished when the archive was written.
 * @throws CONFLICT if not all steps are stored, because the organization was removed and another import of it began
 */
export function finishImport(
  actor: Actor,
  { organizationId, done }: StartedImport,
  ownerId: string | null,
): Promise<void> {
  return runAction({ ...actor, tenant: organizationId }, async (unit) => {
    if ((await lockImport(unit, organizationId)) !== done)
      throw new AppError('CONFLICT', `The import of ${organizationId} was begun again by another process`);
    if (ownerId !== null) await makeAdmin(unit, organizationId, ownerId);
    await queueUnfinishedWork(unit.tx, organizationId);
    bufferUpdate(unit.tx, { table: 'Organization', where: { id: organizationId }, set: { deletedAt: null } });
    bufferUpdate(unit.tx, { table: 'OrganizationImport', where: { organizationId }, set: { finishedAt: unit.at } });
  });
}

async function makeAdmin(unit: UnitOfWork, organizationId: string, userId: string): Promise<void> {
  const key = { organizationId, userId };
  const set = { role: 'admin', disabled: false };
  if (await findMember(unit, key)) bufferUpdate(unit.tx, { table: 'Member', where: key, set });
  else await insertMembers(unit, { id: organizationId, maxMembers: null }, [{ userId, role: 'admin' }]);
}
