import { authorize, can } from '../../../access/policy.js';
import type { Action } from '../../../access/required-roles.js';
import { AppError, badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { findRow, placeRole } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockAllBelow, resolveLevel, resolveLevelsBelow } from './levels.js';
import { lockWithParents } from './lock-with-parents.js';
import { type ContentPosition, positionIn } from './target-position.js';

/** Input of a move: the object and its destination. */
export interface Move {
  id: string;
  /** Id of the destination collection; null is the root; if absent, the current parent. */
  parent?: string | null;
  /** Position among the siblings; if absent, the end. */
  position?: ContentPosition | null;
}

/**
 * Moves a space into another collection, or within its own.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a collection or sibling that does not exist; CONFLICT if nothing
 * changes.
 */
export function moveSpace(actor: Actor, move: Move): Promise<void> {
  return runAction(actor, async (unit) => {
    const { place, parent } = await lockMove(unit, 'Space', { ...move, action: 'space.move' });
    const set = {
      ...(await movedColumns(unit, { move, place, parent })),
      // A space at the root has no collection, so it cannot inherit its visibility.
      ...(parent === null && place.visibility === 'in-collection' && { visibility: 'private' }),
    };
    bufferUpdate(unit.tx, { table: 'Space', where: { id: move.id }, set });
    record(unit, 'moveSpace', { place, parent });
  });
}

/**
 * Moves a collection with everything in it. Recomputes the access levels of objects below that inherit its level.
 * @throws errors of `moveSpace`; CONFLICT also if the collection would be inside itself.
 */
export function moveCollection(actor: Actor, move: Move): Promise<void> {
  return runAction(actor, async (unit) => {
    // Only one move at a time runs in an organization, so that two moves cannot create a cycle.
    const { place, parent } = await lockMove(unit, 'Collection', { ...move, action: 'collection.move' });
    const subtreeIds = (await lockAllBelow(unit.tx, move.id)).map(({ id }) => id);
    if (parent && subtreeIds.includes(parent.id))
      throw new AppError('CONFLICT', `The collection ${move.id} cannot be moved into itself or a collection in it`);
    const set = await movedColumns(unit, { move, place, parent });
    bufferUpdate(unit.tx, { table: 'Collection', where: { id: move.id }, set });
    if (place.parentId !== set.parentId) {
      await moveAncestors(unit, { organizationId: place.organizationId, subtreeIds, parentId: set.parentId });
      await resolveLevelsBelow(unit.tx, move.id);
    }
    record(unit, 'moveCollection', { place, parent });
  });
}

type Parent = Row<'Collection'> | null;

interface LockedMove {
  move: Move;
  place: Row<'Space'> | Row<'Collection'>;
  parent: Parent;
}

async function lockMove<T extends 'Space' | 'Collection'>(
  unit: UnitOfWork,
  table: T,
  { id, action, parent: destinationId }: Move & { action: Action },
): Promise<{ place: Row<T>; parent: Parent }> {
  const place = await lockWithParents(unit, table, { id, action, destinationId });
  const newParentId = destinationId === undefined ? (place as LockedMove['place']).parentId : destinationId;
  return { place, parent: await requireParent(unit, place as LockedMove['place'], newParentId) };
}

/**
 * Returns the collection that is the destination; null is the root. Requires the right to create content there, even
 * for a move within the same parent.
 */
async function requireParent(unit: UnitOfWork, place: Row<'Space' | 'Collection'>, id: string | null): Promise<Parent> {
  const { organizationId } = place;
  if (id === null) {
    authorize(unit.viewer, 'organization.createContent', { organizationId });
    return null;
  }
  const parent = await findRow(unit, 'Collection', id);
  const owned = parent?.organizationId === organizationId ? await placeRole(unit, parent) : undefined;
  // A viewer can see a space without seeing its collection, but cannot reorder it there.
  if (!owned || (id !== place.parentId && !can(unit.viewer, 'collection.view', owned)))
    throw badInput('parent', `\`parent\` must be a collection of the organization (got ${JSON.stringify(id)})`);
  authorize(unit.viewer, 'collection.createContent', owned);
  return parent!;
}

/**
 * Returns the columns that a move changes.
 * @throws CONFLICT if the move changes nothing.
 */
async function movedColumns(unit: UnitOfWork, { move, place, parent }: LockedMove) {
  const { id, organizationId } = place;
  const parentId = parent?.id ?? null;
  const current = place.parentId === parentId ? place.position : null;
  const to = { id, organizationId, parentId, current, position: move.position ?? null };
  const position = await positionIn(unit, to, newId('Space'));
  if (position === null) throw new AppError('CONFLICT', `The move would change nothing: ${id} is already there`);
  return { parentId, position, resolvedLevel: resolveLevel(place.defaultLevel, parent), updatedAt: unit.at };
}

/** A tree of collections that is being moved. */
export interface MovedTree {
  organizationId: string;
  /** Ids of the moved collection and of all collections below it. */
  subtreeIds: string[];
  parentId: string | null;
}

/** For each collection of the moved subtree, replaces its ancestors outside the subtree with the new ones. */
export async function moveAncestors(
  { tx }: UnitOfWork,
  { organizationId, subtreeIds, parentId }: MovedTree,
): Promise<void> {
  const { read } = tx;
  const inTree = read.inList('collectionId', subtreeIds);
  const rows = read.sql.deleteFrom('CollectionAncestor').where(inTree);
  await read.all(rows.where(({ not }) => not(read.inList('ancestorId', subtreeIds) as never)));
  if (parentId === null) return;
  const query = read.sql.selectFrom('CollectionAncestor').select('ancestorId').where('collectionId', '=', parentId);
  const ancestorIds = (await read.all(query)).map((row) => row.ancestorId);
  const data = subtreeIds.flatMap((collectionId) =>
    ancestorIds.map((ancestorId) => ({ organizationId, collectionId, ancestorId })),
  );
  await insertRows(tx, { table: 'CollectionAncestor', rows: data });
}

function record(unit: UnitOfWork, action: EventAction, { place, parent }: Omit<LockedMove, 'move'>): void {
  const { id, organizationId, parentId } = place;
  const changes = { from: parentId, parent: parent?.id ?? null };
  unit.record({ organizationId, action, targetId: id, changes });
}
