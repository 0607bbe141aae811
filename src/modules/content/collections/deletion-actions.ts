import { sql } from 'kysely';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { atRoot, lockSpacesIn, requireAll } from './contents.js';
import { lockAllBelow } from './levels.js';
import { lockTree } from './lock-in-place.js';

/**
 * Deletes a collection with the collections below it, what was granted on them and their invite links. The spaces in them
 * are deleted, each to be restored for 7 days: at the root, with the default level that it had there, so that restoring
 * opens it to nobody new.
 * @returns id of its organization
 * @throws NOT_FOUND; FORBIDDEN, also where something below is not the viewer's to delete.
 */
export function deleteCollection(actor: Actor, id: string): Promise<string> {
  return runAction(actor, async (unit) => {
    await lockTree(unit, 'Collection', { id, action: 'collection.delete' });
    const { organizationId, title } = await lockTarget(unit, 'Collection', id, 'collection.delete');
    const collections = await lockAllBelow(unit.tx, id);
    const ids = collections.map((one) => one.id);
    const spaces = await lockSpacesIn(unit, ids);
    await requireAll(unit, 'collection.delete', collections);
    await requireAll(unit, 'space.delete', spaces);
    await moveOut(unit, ids);
    await removeAll(unit, ids);
    for (const { id: targetId, deletedAt } of spaces)
      if (deletedAt === null) unit.record({ organizationId, action: 'deleteSpaceById', targetId });
    unit.record({ organizationId, action: 'deleteCollectionById', targetId: id, changes: { title } });
    return organizationId;
  });
}

/** Deletes the spaces and puts them at the root; those deleted before keep their time. */
async function moveOut({ tx: { read }, at }: UnitOfWork, collectionIds: string[]): Promise<void> {
  const deletedAt = sql<string>`coalesce("deletedAt", ${at.toISOString()})`;
  const query = read.sql.updateTable('Space').set({ ...atRoot, deletedAt });
  await read.all(query.where(read.inList('parentId', collectionIds)));
}

async function removeAll({ tx: { read } }: UnitOfWork, ids: string[]): Promise<void> {
  for (const table of ['Grant', 'InviteLink', 'CollectionAncestor'] as const)
    await read.all(read.sql.deleteFrom(table as 'Grant').where(read.inList('collectionId', ids)));
  // A collection may go only when nothing is in it any more.
  await read.all(read.sql.updateTable('Collection').set({ parentId: null }).where(read.inList('id', ids)));
  await read.all(read.sql.deleteFrom('Collection').where(read.inList('id', ids)));
}
