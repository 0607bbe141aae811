import { authorize, can } from '../../../access/policy.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { updateLater } from '../../../platform/db/write/change-rows.js';
import { insertLater } from '../../../platform/db/write/insert-rows.js';
import { type Act, type Actor, act } from '../../shared/act.js';
import { lastPosition } from '../../shared/positions.js';
import { present } from '../../shared/present.js';
import { findRow, lockTarget, placeRole, readTarget } from '../../shared/targets.js';
import { resolveLevel, resolveLevelsBelow } from './levels.js';
import { lockTree } from './lock-in-place.js';

/** What a collection is created with; what is absent gets its default. */
export interface NewCollection {
  organization: string;
  title?: string | null;
  /** Collection to put it into; absent: the root of the organization. */
  parent?: string | null;
}

/**
 * Creates an empty collection.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a parent that the organization does not have.
 */
export function createCollection(actor: Actor, { organization, title, parent }: NewCollection): Promise<string> {
  return act(actor, async (under) => {
    const above = await lockPlaceForNew(under, organization, parent);
    const id = newId('Collection');
    const data = { title: title ?? 'Untitled', defaultLevel: 'inherit', parentId: above?.id ?? null };
    const resolvedLevel = resolveLevel('inherit', above);
    const times = { createdAt: under.at, updatedAt: under.at };
    const row = { id, organizationId: organization, position: lastPosition(id), ...data, resolvedLevel, ...times };
    insertLater(under.tx, { table: 'Collection', rows: [row] });
    await insertAncestors(under, { organizationId: organization, id, parentId: data.parentId });
    under.record({ organizationId: organization, action: 'createCollection', targetId: id, changes: data });
    return id;
  });
}

/**
 * The collection that something new is put into, locked; null is the root of the organization. Creating takes the role
 * create there.
 * @throws NOT_FOUND for an organization that the viewer does not see, BAD_USER_INPUT for a parent, FORBIDDEN.
 */
export async function lockPlaceForNew(
  under: Act,
  organizationId: string,
  parentId: string | null | undefined,
): Promise<Row<'Collection'> | null> {
  const action = parentId == null ? 'organization.createContent' : 'organization.view';
  await readTarget(under, 'Organization', organizationId, action);
  if (parentId == null) return null;
  await under.tx.lock('Collection', parentId);
  const parent = await findRow(under, 'Collection', parentId);
  const owned = parent?.organizationId === organizationId ? await placeRole(under, parent) : undefined;
  if (!owned || !can(under.viewer, 'collection.view', owned))
    throw badInput('parent', `\`parent\` must be a collection of the organization (got ${JSON.stringify(parentId)})`);
  authorize(under.viewer, 'collection.createContent', owned);
  return parent!;
}

/**
 * The collection that a space lies in, locked, where the viewer may create something beside the space; null is the root.
 * @throws FORBIDDEN, also for a collection that the viewer does not see; NOT_FOUND where the collection has just gone, or
 * left the organization.
 */
export async function lockPlaceBeside(under: Act, space: Row<'Space'>): Promise<Row<'Collection'> | null> {
  const { organizationId, parentId } = space;
  if (parentId === null) {
    authorize(under.viewer, 'organization.createContent', { organizationId });
    return null;
  }
  await under.tx.lock('Collection', parentId);
  const parent = await findRow(under, 'Collection', parentId);
  if (parent?.organizationId !== organizationId) throw notFound('space', space.id);
  authorize(under.viewer, 'collection.createContent', await placeRole(under, parent));
  return parent;
}

async function insertAncestors(
  { tx }: Act,
  { organizationId, id, parentId }: { organizationId: string; id: string; parentId: string | null },
): Promise<void> {
  const { read } = tx;
  const above = read.sql
    .selectFrom('CollectionAncestor')
    .select('ancestorId')
    .where('collectionId', '=', parentId ?? '');
  const ancestorIds = [id, ...(await read.all(above)).map((row) => row.ancestorId)];
  const rows = ancestorIds.map((ancestorId) => ({ organizationId, collectionId: id, ancestorId }));
  insertLater(tx, { table: 'CollectionAncestor', rows });
}

/** What may be changed of a collection; absent members stay as they are. */
export interface CollectionChanges {
  title?: string | null;
  description?: string | null;
  defaultLevel?: string | null;
}

/** Changes a collection; what lies below and inherits its level follows. @throws NOT_FOUND, FORBIDDEN. */
export function updateCollection(actor: Actor, id: string, changes: CollectionChanges): Promise<void> {
  return act(actor, async (under) => {
    const { defaultLevel } = changes;
    if (defaultLevel !== undefined) await lockTree(under, 'Collection', { id, action: 'collection.update' });
    const { organizationId, parentId } = await lockTarget(under, 'Collection', id, 'collection.update');
    const parent = parentId === null ? null : await findRow(under, 'Collection', parentId);
    const levels = defaultLevel === undefined ? {} : { resolvedLevel: resolveLevel(defaultLevel, parent) };
    const set = { ...changes, ...levels, updatedAt: under.at };
    updateLater(under.tx, { table: 'Collection', where: { id }, set });
    if (defaultLevel !== undefined) await resolveLevelsBelow(under.tx, id);
    under.record({
      organizationId,
      action: 'updateCollectionById',
      targetId: id,
      changes: present(changes) as { [name: string]: Json },
    });
  });
}
