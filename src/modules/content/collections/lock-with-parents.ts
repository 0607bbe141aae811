import type { Action } from '../../../access/required-roles.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { lockTarget, readTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

type PlaceTable = 'Space' | 'Collection';

/** Id of an object to change, and the action that changes it. */
export interface LockTarget {
  id: string;
  action: Action;
}

/**
 * Locks the tree of an organization, so that changes to parents and to inherited access levels run one after another.
 * Such a change locks several collections. A fixed order of these locks does not work, because a move can reverse it.
 * @returns the object to change, which cannot move until the transaction ends
 * @throws errors of `readTarget`
 */
export async function lockTree<T extends PlaceTable>(
  unit: UnitOfWork,
  table: T,
  { id, action }: LockTarget,
): Promise<Row<T>> {
  const { organizationId } = (await readTarget(unit, table, id, action)) as Row<PlaceTable>;
  await unit.tx.lockName(`tree of ${organizationId}`);
  const place = await readTarget(unit, table, id, action);
  // The object was transferred while this transaction waited for the lock, so it is in the tree of another
  // organization.
  return (place as Row<PlaceTable>).organizationId === organizationId ? place : lockTree(unit, table, { id, action });
}

/** A space or collection to lock, and the collection that it moves to, which is locked with it. */
export interface ObjectAndDestination extends LockTarget {
  destinationId?: string | null;
}

/**
 * Locks the tree, then the object's current collection and its destination, then the object itself.
 * @throws errors of `lockTarget`
 */
export async function lockWithParents<T extends PlaceTable>(
  unit: UnitOfWork,
  table: T,
  { id, action, destinationId }: ObjectAndDestination,
): Promise<Row<T>> {
  const { parentId } = (await lockTree(unit, table, { id, action })) as Row<PlaceTable>;
  for (const collectionId of new Set([parentId, destinationId]))
    if (collectionId) await unit.tx.lock('Collection', collectionId);
  return lockTarget(unit, table, id, action);
}
