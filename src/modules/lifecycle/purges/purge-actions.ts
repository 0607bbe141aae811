import { isSpaceGone, retentionEnd } from '../../../access/space-retention.js';
import type { Operator } from '../../../access/viewer.js';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { JobKind, JobRun } from '../../../platform/jobs/job-kind.js';
import { operatorOf } from '../../identity/tokens/bootstrap.js';
import { runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { removeFromSites } from './off-site-actions.js';
import { deleteDependents } from './space-rows.js';

/** Returns the kind of jobs that remove spaces permanently. */
export function spacePurge(store: Store): JobKind {
  return { name: 'spaces.purge', run: (_payload, run) => purgeSpaces(store, run) };
}

/**
 * Purges the spaces whose retention of 7 days has ended, with all rows that depend on them. Uses short transactions, so
 * that a later attempt continues where an earlier one ended. Leaves unreachable content to the content garbage
 * collection.
 */
async function purgeSpaces(store: Store, { signal, progress }: Pick<JobRun, 'signal' | 'progress'>): Promise<void> {
  const viewer = await operatorOf(store);
  const ids = await findSpacesToPurge(store);
  for (const [done, id] of ids.entries()) {
    signal.throwIfAborted();
    await progress(done, ids.length);
    await purgeSpace({ store, viewer }, id, signal);
  }
  await progress(ids.length, ids.length);
  if (ids.length > 0) await store.freeSpace();
}

/**
 * Finds the spaces to purge. Skips spaces of deleted organizations, which may be restored, and of organizations whose
 * import is not finished.
 */
async function findSpacesToPurge({ read }: Store): Promise<string[]> {
  const ended = read.sql.selectFrom('Space').select('id').where('deletedAt', '<=', retentionEnd());
  const query = ended.where(inLiveOrganization()).orderBy('id');
  return (await read.all(query)).map(({ id }) => id);
}

async function purgeSpace(actor: { store: Store; viewer: Operator }, id: string, signal: AbortSignal): Promise<void> {
  const { store } = actor;
  if (!(await store.transaction((tx) => markPurged(tx, id)))) return;
  await removeFromSites(actor, id);
  while (await store.transaction((tx) => deleteDependents(tx, id))) signal.throwIfAborted();
  await runAction(actor, (unit) => deleteSpace(unit, id));
}

/**
 * Marks a space as purged, so that it can no longer be restored, even by a server whose clock differs. Returns false if
 * the space must not be purged.
 */
async function markPurged({ prisma, read, lock }: UnitOfWork['tx'], id: string): Promise<boolean> {
  await lock('Space', id);
  const space = await read.first(read.sql.selectFrom('Space').selectAll().where('id', '=', id));
  if (!space || !isSpaceGone(space)) return false;
  if (space.purgedAt === null)
    await prisma.space.update({ where: { id }, data: { purgedAt: new Date() }, select: { id: true } });
  return true;
}

async function deleteSpace({ tx, record }: UnitOfWork, id: string): Promise<void> {
  await tx.lock('Space', id);
  const space = await tx.read.first(tx.read.sql.selectFrom('Space').selectAll().where('id', '=', id));
  if (!space) return;
  await tx.prisma.space.delete({ where: { id }, select: { id: true } });
  const { organizationId, title, deletedAt } = space;
  record({ organizationId, action: 'purgeSpace', targetId: id, changes: { title, deletedAt } });
}
