import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { moveDeletedToRoot } from '../../content/collections/contents.js';
import { resolveLevel, resolveLevelsBelow } from '../../content/collections/levels.js';
import { moveAncestors } from '../../content/collections/move-actions.js';
import { lockClustersOf, releaseClustersOf } from '../../conversations/answered-cluster.js';
import { lastPosition } from '../../shared/positions.js';
import { type Actor, runActionInSteps, type UnitOfWork } from '../../shared/unit-of-work.js';
import { copyContent, copyInSteps } from './copy-content.js';
import { type LockedTransfer, lockTransfer, requireTransfer, type Transfer } from './lock-transfer.js';

/**
 * Transfers a space, or a collection with its content, to the root of another organization. Content, history and change
 * requests are included. Grants and invite links are not, because they are for users of the losing organization.
 * Content is copied first, in short steps. Then one transaction copies newer content and moves all rows.
 * @throws NOT_FOUND; FORBIDDEN except for admins of the losing organization
 * @throws CONFLICT if the object is already in the receiving organization, or with the reason SPACE_LIMIT;
 * PRECONDITION_FAILED for a space that a site shows
 */
export function transfer(actor: Actor, request: Transfer): Promise<void> {
  return runActionInSteps(actor, async ({ before, last }) => {
    // Refuses a viewer without the permission before any content is copied.
    const locked = await before(async (unit) => {
      const found = await lockTransfer(unit, request);
      await requireTransfer(unit, request, found);
      return found;
    });
    await copyInSteps(actor.store, copyInput(locked));
    await last((unit) => moveRows(unit, request));
  });
}

async function moveRows(unit: UnitOfWork, request: Transfer): Promise<void> {
  await lockClustersOf(unit, request.id, request.kind === 'space' ? 'Space' : 'Collection');
  const locked = await lockTransfer(unit, request);
  await lockChangeRequests(unit, idsOf(locked.spaces));
  await copyContent(unit.tx, copyInput(locked));
  await deleteTranslations(unit, locked);
  // Removals of members, teams and permissions also lock the organizations. The order is fixed, so that two transfers
  // in opposite directions do not deadlock.
  for (const id of [locked.from, locked.to].sort()) await unit.tx.lock('Organization', id);
  await requireTransfer(unit, request, locked);
  await removeAccess(unit, locked);
  // Clusters of issues stay with their conversations, so the transferred change requests are detached from them.
  await releaseClustersOf(unit, idsOf(locked.spaces));
  await (request.kind === 'space' ? rewriteSpace(unit, locked) : rewriteCollection(unit, locked));
  record(unit, request, locked);
}

const idsOf = (places: { id: string }[]): string[] => places.map(({ id }) => id);

function copyInput({ from, to, spaces }: LockedTransfer) {
  return { from, to, spaceIds: idsOf(spaces) };
}

/**
 * Locks the change requests of the spaces, so that no edit of them runs during the transfer. An edit locks its change
 * request, and writes into the organization that it read for the change request.
 */
async function lockChangeRequests({ tx: { read } }: UnitOfWork, spaceIds: string[]): Promise<void> {
  if (read.provider === 'sqlite') return;
  const query = read.sql.selectFrom('ChangeRequest').select('id').where(read.inList('spaceId', spaceIds));
  await read.all(query.orderBy('id').forNoKeyUpdate());
}

/**
 * Deletes translations whose source or result is transferred, because a translation is within one organization. The
 * spaces stay unchanged.
 */
async function deleteTranslations({ tx: { read } }: UnitOfWork, { spaces }: LockedTransfer): Promise<void> {
  const rows = read.sql.selectFrom('Translation').select('id');
  const ended = rows.where((row) =>
    row.or([read.inList('sourceSpaceId', idsOf(spaces)), read.inList('resultSpaceId', idsOf(spaces))]),
  );
  await read.all(read.sql.deleteFrom('TranslatedPage').where('translationId', 'in', ended));
  await read.all(read.sql.deleteFrom('Translation').where('id', 'in', ended));
}

/** Removes grants, invite links and PDFs. PDFs are rendered again on demand. */
async function removeAccess({ tx: { read } }: UnitOfWork, { collections, spaces }: LockedTransfer): Promise<void> {
  for (const table of ['Grant', 'InviteLink', 'RenderedPdf'] as const) {
    const rows = read.sql.deleteFrom(table as 'Grant');
    await read.all(rows.where(read.inList('spaceId', idsOf(spaces))));
    if (table !== 'RenderedPdf') await read.all(rows.where(read.inList('collectionId', idsOf(collections))));
  }
}

/** Moves the space. Rows that refer to it are updated by their foreign keys (`on update cascade`). */
async function rewriteSpace({ tx, at }: UnitOfWork, { place, to }: LockedTransfer): Promise<void> {
  const { id, visibility } = place as Row<'Space'>;
  // A space at the root has no collection that makes it visible.
  const newVisibility = visibility === 'in-collection' && { visibility: 'private' };
  const set = { organizationId: to, ...lastAtRootColumns(place, at), ...newVisibility };
  bufferUpdate(tx, { table: 'Space', where: { id }, set });
}

/**
 * Moves the collections. Foreign keys update their spaces and the rows that refer to the spaces. Deleted spaces stay in
 * the losing organization.
 */
async function rewriteCollection(unit: UnitOfWork, { place, collections, from, to }: LockedTransfer): Promise<void> {
  const { tx, at } = unit;
  const [{ id }, below] = [place, idsOf(collections)];
  await moveDeletedToRoot(unit, below);
  await moveAncestors(unit, { organizationId: from, subtreeIds: below, parentId: null });
  bufferUpdate(tx, { table: 'Collection', where: { id }, set: lastAtRootColumns(place, at) });
  // A foreign key requires a collection and its parent to be in the same organization, so one statement moves them all.
  await tx.read.all(
    tx.read.sql.updateTable('Collection').set({ organizationId: to }).where(tx.read.inList('id', below)),
  );
  await resolveLevelsBelow(tx, id);
}

/**
 * Returns the columns of an object that becomes the last one at the root. At the root, an inherited access level is
 * that of the organization.
 */
function lastAtRootColumns({ defaultLevel }: LockedTransfer['place'], at: Date) {
  const position = lastPosition(newId('Space'));
  return { parentId: null, position, resolvedLevel: resolveLevel(defaultLevel, null), updatedAt: at };
}

/** Records the transfer in the logs of both organizations, with an event for each space. */
function record(unit: UnitOfWork, { kind, id }: Transfer, { spaces, from, to }: LockedTransfer): void {
  for (const organizationId of [from, to]) {
    const changes = { from, to };
    for (const { id: targetId } of spaces) unit.record({ organizationId, action: 'transferSpace', targetId, changes });
    if (kind === 'collection') unit.record({ organizationId, action: 'transferCollection', targetId: id, changes });
  }
}
