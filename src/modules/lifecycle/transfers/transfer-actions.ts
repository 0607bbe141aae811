import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { putDeletedAtRoot } from '../../content/collections/contents.js';
import { resolveLevel, resolveLevelsBelow } from '../../content/collections/levels.js';
import { moveAncestors } from '../../content/collections/move-actions.js';
import { lockClustersOf, releaseClustersOf } from '../../conversations/answered-cluster.js';
import { lastPosition } from '../../shared/positions.js';
import { type Actor, runActionInSteps, type UnitOfWork } from '../../shared/unit-of-work.js';
import { copyContent, copyInSteps } from './copy-content.js';
import { type Leaving, lockTransfer, requireTransfer, type Transfer } from './lock-transfer.js';

/**
 * Takes a space, or a collection with all in it, to the root of another organization: with its content, history and change
 * requests, without what was granted on it and its invite links, which are for people of the organization that it leaves.
 * Content is copied first, in short steps; one transaction copies what has come since and takes all rows over.
 * @throws NOT_FOUND; FORBIDDEN for all but admins of the organization that it leaves; CONFLICT where it is there already;
 * PRECONDITION_FAILED for a space that a site shows.
 */
export function transfer(actor: Actor, request: Transfer): Promise<void> {
  return runActionInSteps(actor, async ({ before, last }) => {
    // Whoever may not hears so before anything is copied.
    const leaving = await before(async (unit) => {
      const found = await lockTransfer(unit, request);
      await requireTransfer(unit, request, found);
      return found;
    });
    await copyInSteps(actor.store, contentOf(leaving));
    await last((unit) => takeOver(unit, request));
  });
}

async function takeOver(unit: UnitOfWork, request: Transfer): Promise<void> {
  await lockClustersOf(unit, request.id, request.kind === 'space' ? 'Space' : 'Collection');
  const leaving = await lockTransfer(unit, request);
  await lockChangeRequests(unit, idsOf(leaving.spaces));
  await copyContent(unit.tx, contentOf(leaving));
  await endTranslations(unit, leaving);
  // Members and teams lose grants behind these locks, and the viewer rights; both in one order, as transfers cross.
  for (const id of [leaving.from, leaving.to].sort()) await unit.tx.lock('Organization', id);
  await requireTransfer(unit, request, leaving);
  await removeAccess(unit, leaving);
  // Clusters of issues stay where the conversations are: no change request that leaves answers one any more.
  await releaseClustersOf(unit, idsOf(leaving.spaces));
  await (request.kind === 'space' ? rewriteSpace(unit, leaving) : rewriteCollection(unit, leaving));
  record(unit, request, leaving);
}

const idsOf = (places: { id: string }[]): string[] => places.map(({ id }) => id);

function contentOf({ from, to, spaces }: Leaving) {
  return { from, to, spaceIds: idsOf(spaces) };
}

/** Whoever edits one has it locked, and writes into the organization that it saw then. */
async function lockChangeRequests({ tx: { read } }: UnitOfWork, spaceIds: string[]): Promise<void> {
  if (read.provider === 'sqlite') return;
  const query = read.sql.selectFrom('ChangeRequest').select('id').where(read.inList('spaceId', spaceIds));
  await read.all(query.orderBy('id').forNoKeyUpdate());
}

/** A translation is within one organization: it ends where its source or its result goes, and the spaces stay as they are. */
async function endTranslations({ tx: { read } }: UnitOfWork, { spaces }: Leaving): Promise<void> {
  const rows = read.sql.selectFrom('Translation').select('id');
  const ended = rows.where((row) =>
    row.or([read.inList('sourceSpaceId', idsOf(spaces)), read.inList('resultSpaceId', idsOf(spaces))]),
  );
  await read.all(read.sql.deleteFrom('TranslatedPage').where('translationId', 'in', ended));
  await read.all(read.sql.deleteFrom('Translation').where('id', 'in', ended));
}

/** PDFs are made again where they are asked for. */
async function removeAccess({ tx: { read } }: UnitOfWork, { collections, spaces }: Leaving): Promise<void> {
  for (const table of ['Grant', 'InviteLink', 'RenderedPdf'] as const) {
    const rows = read.sql.deleteFrom(table as 'Grant');
    await read.all(rows.where(read.inList('spaceId', idsOf(spaces))));
    if (table !== 'RenderedPdf') await read.all(rows.where(read.inList('collectionId', idsOf(collections))));
  }
}

/** All that refers to the space follows by its foreign keys (`on update cascade`). */
async function rewriteSpace({ tx, at }: UnitOfWork, { place, to }: Leaving): Promise<void> {
  const { id, visibility } = place as Row<'Space'>;
  // Nobody can see it through a collection that it is not in.
  const hidden = visibility === 'in-collection' && { visibility: 'private' };
  const set = { organizationId: to, ...atEndOfRoot(place, at), ...hidden };
  bufferUpdate(tx, { table: 'Space', where: { id }, set });
}

/** The spaces follow their collections, and what refers to them follows these. Deleted spaces are left behind. */
async function rewriteCollection(unit: UnitOfWork, { place, collections, from, to }: Leaving): Promise<void> {
  const { tx, at } = unit;
  const [{ id }, below] = [place, idsOf(collections)];
  await putDeletedAtRoot(unit, below);
  await moveAncestors(unit, { organizationId: from, below, parentId: null });
  bufferUpdate(tx, { table: 'Collection', where: { id }, set: atEndOfRoot(place, at) });
  // All in one statement: each refers to the one above it, within one organization.
  await tx.read.all(
    tx.read.sql.updateTable('Collection').set({ organizationId: to }).where(tx.read.inList('id', below)),
  );
  await resolveLevelsBelow(tx, id);
}

/** The end of the root; what inherits its level asks the organization. */
function atEndOfRoot({ defaultLevel }: Leaving['place'], at: Date) {
  const position = lastPosition(newId('Space'));
  return { parentId: null, position, resolvedLevel: resolveLevel(defaultLevel, null), updatedAt: at };
}

/** Both organizations have in their logs what went, each space by itself. */
function record(unit: UnitOfWork, { kind, id }: Transfer, { spaces, from, to }: Leaving): void {
  for (const organizationId of [from, to]) {
    const changes = { from, to };
    for (const { id: targetId } of spaces) unit.record({ organizationId, action: 'transferSpace', targetId, changes });
    if (kind === 'collection') unit.record({ organizationId, action: 'transferCollection', targetId: id, changes });
  }
}
