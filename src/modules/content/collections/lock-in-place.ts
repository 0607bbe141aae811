import type { Action } from '../../../access/actions.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { lockTarget, readTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

type PlaceTable = 'Space' | 'Collection';

/** What is to change, and the action that changes it. */
export interface Wanted {
  id: string;
  action: Action;
}

/**
 * Lets one writer at a time change what lies where in an organization, and the levels that go down its collections. Such a
 * writer locks several collections, and no order of them would do: a move turns it round.
 * @returns what is to change, which nobody moves from now on
 * @throws as `readTarget`
 */
export async function lockTree<T extends PlaceTable>(
  unit: UnitOfWork,
  table: T,
  { id, action }: Wanted,
): Promise<Row<T>> {
  const { organizationId } = (await readTarget(unit, table, id, action)) as Row<PlaceTable>;
  await unit.tx.lockName(`tree of ${organizationId}`);
  const place = await readTarget(unit, table, id, action);
  // Transferred while this waited: it is in another tree.
  return (place as Row<PlaceTable>).organizationId === organizationId ? place : lockTree(unit, table, { id, action });
}

/** A space or collection to lock, and a collection that is wanted with it: where it goes to. */
export interface InPlace extends Wanted {
  goal?: string | null;
}

/**
 * Locks the tree, the collection that something lies in and its goal, and then itself.
 * @throws as `lockTarget`
 */
export async function lockInPlace<T extends PlaceTable>(
  unit: UnitOfWork,
  table: T,
  { id, action, goal }: InPlace,
): Promise<Row<T>> {
  const { parentId } = (await lockTree(unit, table, { id, action })) as Row<PlaceTable>;
  for (const above of new Set([parentId, goal])) if (above) await unit.tx.lock('Collection', above);
  return lockTarget(unit, table, id, action);
}
