import type { Action } from '../../../access/actions.js';
import { authorize, can } from '../../../access/policy.js';
import { AppError, badInput } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { findRow, placeRole } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockAllBelow, resolveLevel, resolveLevelsBelow } from './levels.js';
import { lockInPlace } from './lock-in-place.js';
import { type ContentPosition, positionIn } from './target-position.js';

/** What moves, and where to. */
export interface Move {
  id: string;
  /** Id of a collection; null is the root; absent: where it is. */
  parent?: string | null;
  /** Place among what is there; absent: the end. */
  position?: ContentPosition | null;
}

/**
 * Moves a space into another collection, or within its own.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a collection or neighbour that is not there; CONFLICT where nothing changes.
 */
export function moveSpace(actor: Actor, move: Move): Promise<void> {
  return runAction(actor, async (unit) => {
    const { place, parent } = await lockMove(unit, 'Space', { ...move, action: 'space.move' });
    const set = {
      ...(await placed(unit, { move, place, parent })),
      // Nobody can see it through a collection that it is not in.
      ...(parent === null && place.visibility === 'in-collection' && { visibility: 'private' }),
    };
    bufferUpdate(unit.tx, { table: 'Space', where: { id: move.id }, set });
    record(unit, 'moveSpace', { place, parent });
  });
}

/**
 * Moves a collection with all in it; what lies below and inherits its level follows.
 * @throws what `moveSpace` throws; CONFLICT also where it would lie in itself.
 */
export function moveCollection(actor: Actor, move: Move): Promise<void> {
  return runAction(actor, async (unit) => {
    // One move at a time in an organization: two never make a cycle between them.
    const { place, parent } = await lockMove(unit, 'Collection', { ...move, action: 'collection.move' });
    const below = (await lockAllBelow(unit.tx, move.id)).map(({ id }) => id);
    if (parent && below.includes(parent.id))
      throw new AppError('CONFLICT', `The collection ${move.id} cannot be moved into itself or a collection in it`);
    const set = await placed(unit, { move, place, parent });
    bufferUpdate(unit.tx, { table: 'Collection', where: { id: move.id }, set });
    if (place.parentId !== set.parentId) {
      await moveAncestors(unit, { organizationId: place.organizationId, below, parentId: set.parentId });
      await resolveLevelsBelow(unit.tx, move.id);
    }
    record(unit, 'moveCollection', { place, parent });
  });
}

type Parent = Row<'Collection'> | null;

interface Moving {
  move: Move;
  place: Row<'Space'> | Row<'Collection'>;
  parent: Parent;
}

async function lockMove<T extends 'Space' | 'Collection'>(
  unit: UnitOfWork,
  table: T,
  { id, action, parent: goal }: Move & { action: Action },
): Promise<{ place: Row<T>; parent: Parent }> {
  const place = await lockInPlace(unit, table, { id, action, goal });
  const goesTo = goal === undefined ? (place as Moving['place']).parentId : goal;
  return { place, parent: await requireParent(unit, place as Moving['place'], goesTo) };
}

/** Moving something takes creating where it goes, whether it comes from there or not. */
async function requireParent(unit: UnitOfWork, place: Row<'Space' | 'Collection'>, id: string | null): Promise<Parent> {
  const { organizationId } = place;
  if (id === null) {
    authorize(unit.viewer, 'organization.createContent', { organizationId });
    return null;
  }
  const parent = await findRow(unit, 'Collection', id);
  const owned = parent?.organizationId === organizationId ? await placeRole(unit, parent) : undefined;
  // A space may be seen where its collection is not; there it cannot be put in order.
  if (!owned || (id !== place.parentId && !can(unit.viewer, 'collection.view', owned)))
    throw badInput('parent', `\`parent\` must be a collection of the organization (got ${JSON.stringify(id)})`);
  authorize(unit.viewer, 'collection.createContent', owned);
  return parent!;
}

/** The columns that a move changes. @throws CONFLICT where they are what they were. */
async function placed(unit: UnitOfWork, { move, place, parent }: Moving) {
  const { id, organizationId } = place;
  const parentId = parent?.id ?? null;
  const current = place.parentId === parentId ? place.position : null;
  const to = { id, organizationId, parentId, current, position: move.position ?? null };
  const position = await positionIn(unit, to, newId('Space'));
  if (position === null) throw new AppError('CONFLICT', `The move would change nothing: ${id} is already there`);
  return { parentId, position, resolvedLevel: resolveLevel(place.defaultLevel, parent), updatedAt: unit.at };
}

/** A tree of collections on its way. */
export interface MovedTree {
  organizationId: string;
  /** Ids of the moved collection and of all below it. */
  below: string[];
  parentId: string | null;
}

/** All of the tree loses the collections that it lay in, and gets those that it lies in now. */
export async function moveAncestors({ tx }: UnitOfWork, { organizationId, below, parentId }: MovedTree): Promise<void> {
  const { read } = tx;
  const inTree = read.inList('collectionId', below);
  const rows = read.sql.deleteFrom('CollectionAncestor').where(inTree);
  await read.all(rows.where(({ not }) => not(read.inList('ancestorId', below) as never)));
  if (parentId === null) return;
  const query = read.sql.selectFrom('CollectionAncestor').select('ancestorId').where('collectionId', '=', parentId);
  const above = (await read.all(query)).map((row) => row.ancestorId);
  const data = below.flatMap((collectionId) =>
    above.map((ancestorId) => ({ organizationId, collectionId, ancestorId })),
  );
  await insertRows(tx, { table: 'CollectionAncestor', rows: data });
}

function record(unit: UnitOfWork, action: EventAction, { place, parent }: Omit<Moving, 'move'>): void {
  const { id, organizationId, parentId } = place;
  const changes = { from: parentId, parent: parent?.id ?? null };
  unit.record({ organizationId, action, targetId: id, changes });
}
