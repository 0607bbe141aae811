import { authorize, can } from '../../../access/policy.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { lastPosition } from '../../shared/positions.js';
import { findRow, lockTarget, placeRole, readTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { resolveLevel, resolveLevelsBelow } from './levels.js';
import { lockTree } from './lock-with-parents.js';

/** Input of `createCollection`; absent members get their defaults. */
export interface NewCollection {
  organization: string;
  title?: string | null;
  /** Parent collection; if absent, the root of the organization. */
  parent?: string | null;
}

/**
 * Creates an empty collection.
 * @returns the collection's id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a parent that the organization does not have.
 */
export function createCollection(actor: Actor, { organization, title, parent }: NewCollection): Promise<string> {
  return runAction(actor, async (unit) => {
    const above = await lockParentForNew(unit, organization, parent);
    const id = newId('Collection');
    const data = { title: title ?? 'Untitled', defaultLevel: 'inherit', parentId: above?.id ?? null };
    const resolvedLevel = resolveLevel('inherit', above);
    const times = { createdAt: unit.at, updatedAt: unit.at };
    const row = { id, organizationId: organization, position: lastPosition(id), ...data, resolvedLevel, ...times };
    bufferInsert(unit.tx, { table: 'Collection', rows: [row] });
    await insertAncestors(unit, { organizationId: organization, id, parentId: data.parentId });
    unit.record({ organizationId: organization, action: 'createCollection', targetId: id, changes: data });
    return id;
  });
}

/**
 * Locks and returns the parent collection of an object that the viewer wants to create. Null is the root of the
 * organization. Requires the role `create` there.
 * @throws NOT_FOUND for an organization that the viewer does not see, BAD_USER_INPUT for an invalid parent, FORBIDDEN.
 */
export async function lockParentForNew(
  unit: UnitOfWork,
  organizationId: string,
  parentId: string | null | undefined,
): Promise<Row<'Collection'> | null> {
  const action = parentId == null ? 'organization.createContent' : 'organization.view';
  await readTarget(unit, 'Organization', organizationId, action);
  if (parentId == null) return null;
  await unit.tx.lock('Collection', parentId);
  const parent = await findRow(unit, 'Collection', parentId);
  const owned = parent?.organizationId === organizationId ? await placeRole(unit, parent) : undefined;
  if (!owned || !can(unit.viewer, 'collection.view', owned))
    throw badInput('parent', `\`parent\` must be a collection of the organization (got ${JSON.stringify(parentId)})`);
  authorize(unit.viewer, 'collection.createContent', owned);
  return parent!;
}

/**
 * Locks and returns the collection of a space, because the viewer wants to create another object there. Null is the
 * root.
 * @throws FORBIDDEN, also for a collection that the viewer does not see; NOT_FOUND if the collection was just deleted
 * or moved to another organization.
 */
export async function lockParentOf(unit: UnitOfWork, space: Row<'Space'>): Promise<Row<'Collection'> | null> {
  const { organizationId, parentId } = space;
  if (parentId === null) {
    authorize(unit.viewer, 'organization.createContent', { organizationId });
    return null;
  }
  await unit.tx.lock('Collection', parentId);
  const parent = await findRow(unit, 'Collection', parentId);
  if (parent?.organizationId !== organizationId) throw notFound('space', space.id);
  authorize(unit.viewer, 'collection.createContent', await placeRole(unit, parent));
  return parent;
}

async function insertAncestors(
  { tx }: UnitOfWork,
  { organizationId, id, parentId }: { organizationId: string; id: string; parentId: string | null },
): Promise<void> {
  const { read } = tx;
  const above = read.sql
    .selectFrom('CollectionAncestor')
    .select('ancestorId')
    .where('collectionId', '=', parentId ?? '');
  const ancestorIds = [id, ...(await read.all(above)).map((row) => row.ancestorId)];
  const rows = ancestorIds.map((ancestorId) => ({ organizationId, collectionId: id, ancestorId }));
  bufferInsert(tx, { table: 'CollectionAncestor', rows });
}

/** Changes to the settings of a collection; absent members are unchanged. */
export interface CollectionChanges {
  title?: string | null;
  description?: string | null;
  defaultLevel?: string | null;
}

/**
 * Changes a collection. Recomputes the access levels of objects below that inherit the collection's default level.
 * @throws NOT_FOUND, FORBIDDEN.
 */
export function updateCollection(actor: Actor, id: string, changes: CollectionChanges): Promise<void> {
  return runAction(actor, async (unit) => {
    const { defaultLevel } = changes;
    if (defaultLevel !== undefined) await lockTree(unit, 'Collection', { id, action: 'collection.update' });
    const { organizationId, parentId } = await lockTarget(unit, 'Collection', id, 'collection.update');
    const parent = parentId === null ? null : await findRow(unit, 'Collection', parentId);
    const levels = defaultLevel === undefined ? {} : { resolvedLevel: resolveLevel(defaultLevel, parent) };
    const set = { ...changes, ...levels, updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Collection', where: { id }, set });
    if (defaultLevel !== undefined) await resolveLevelsBelow(unit.tx, id);
    unit.record({
      organizationId,
      action: 'updateCollectionById',
      targetId: id,
      changes: omitUndefined(changes) as { [name: string]: Json },
    });
  });
}
