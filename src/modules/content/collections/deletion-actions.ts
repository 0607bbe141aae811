import { sql } from 'kysely';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockSpacesIn, requireAdminOnAll, rootColumns } from './contents.js';
import { lockAllBelow } from './levels.js';
import { lockTree } from './lock-with-parents.js';

/**
 * Deletes a collection with the collections below it, their grants and their invite links. Also deletes the spaces in
 * them. Each space can be restored for 7 days. A restored space is at the root. Its former resolved access level
 * becomes its default level, so that no additional users get access.
 * @returns the id of the collection's organization
 * @throws NOT_FOUND; FORBIDDEN, also if the viewer may not delete an object below.
 */
export function deleteCollection(actor: Actor, id: string): Promise<string> {
  return runAction(actor, async (unit) => {
    await lockTree(unit, 'Collection', { id, action: 'collection.delete' });
    const { organizationId, title } = await lockTarget(unit, 'Collection', id, 'collection.delete');
    const collections = await lockAllBelow(unit.tx, id);
    const ids = collections.map((one) => one.id);
    const spaces = await lockSpacesIn(unit, ids);
    await requireAdminOnAll(unit, 'collection.delete', collections);
    await requireAdminOnAll(unit, 'space.delete', spaces);
    await deleteToRoot(unit, ids);
    await deleteCollections(unit, ids);
    for (const { id: targetId, deletedAt } of spaces)
      if (deletedAt === null) unit.record({ organizationId, action: 'deleteSpaceById', targetId });
    unit.record({ organizationId, action: 'deleteCollectionById', targetId: id, changes: { title } });
    return organizationId;
  });
}

/**
 * Deletes the spaces in collections and moves them to the root. Spaces that were already deleted keep their time of
 * deletion.
 */
async function deleteToRoot({ tx: { read }, at }: UnitOfWork, collectionIds: string[]): Promise<void> {
  const deletedAt = sql<string>`coalesce("deletedAt", ${at.toISOString()})`;
  const query = read.sql.updateTable('Space').set({ ...rootColumns, deletedAt });
  await read.all(query.where(read.inList('parentId', collectionIds)));
}

async function deleteCollections({ tx: { read } }: UnitOfWork, ids: string[]): Promise<void> {
  for (const table of ['Grant', 'InviteLink', 'CollectionAncestor'] as const)
    await read.all(read.sql.deleteFrom(table as 'Grant').where(read.inList('collectionId', ids)));
  // A collection can only be deleted when no other refers to it as its parent.
  await read.all(read.sql.updateTable('Collection').set({ parentId: null }).where(read.inList('id', ids)));
  await read.all(read.sql.deleteFrom('Collection').where(read.inList('id', ids)));
}
