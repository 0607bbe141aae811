import type { Queries } from '../../../platform/db/query/queries.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { Store } from '../../../platform/db/write/store.js';

/** Objects of one organization. */
export interface OwnedObjects {
  organizationId: string;
  hashes: readonly string[];
}

/** Returns the name of the lock under which objects of an organization are claimed, or chosen for deletion. */
export function objectsLock(organizationId: string): string {
  return `objects of ${organizationId}`;
}

/**
 * Marks objects as in use before they are written. For a day, the garbage collection deletes none of them. Returns the
 * hashes that the caller may write: those that are not being deleted. Returns none if the organization does not exist
 * yet, because its first transaction is still open.
 */
export function claimObjects(
  transaction: Store['transaction'],
  { organizationId, hashes }: OwnedObjects,
): Promise<Set<string>> {
  return transaction(async (tx) => {
    await tx.lockName(objectsLock(organizationId));
    if (!(await hasOrganization(tx.read, organizationId))) return new Set();
    const deletions = tx.read.sql.selectFrom('ObjectDeletion').select('hash');
    const beingDeleted = await tx.read.all(
      deletions.where('organizationId', '=', organizationId).where(tx.read.inList('hash', hashes)),
    );
    const isFree = (hash: string) => !beingDeleted.some((deletion) => deletion.hash === hash);
    const free = [...new Set(hashes)].filter(isFree).sort();
    const rows = free.map((hash) => ({ organizationId, hash, at: new Date() }));
    if (rows.length > 0) bufferInsert(tx, { table: 'ContentTouch', rows, conflictColumns: ['organizationId', 'hash'] });
    return new Set(free);
  }, organizationId);
}

async function hasOrganization(read: Queries, id: string): Promise<boolean> {
  return (await read.first(read.sql.selectFrom('Organization').select('id').where('id', '=', id))) !== undefined;
}
