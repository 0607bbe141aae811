import type { Operator } from '../../../access/viewer.js';
import { canonicalJson } from '../../../engine/base/canonical-json.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { enqueue } from '../../../platform/jobs/enqueue.js';
import type { JobKind, JobRun } from '../../../platform/jobs/job-kind.js';
import { operatorOf } from '../../identity/tokens/bootstrap.js';
import { runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { appendRevision } from '../revisions/append-revision.js';
import { readManifest } from '../revisions/manifests.js';
import { type DependencyKind, pinnedContent } from './pinned-content.js';

/** Name of the jobs that update computed content. */
const jobName = 'computed.renew';

/**
 * The content to update: the content of one space, or of all spaces that depend on an object. `names` are all names of
 * this object.
 */
export type ComputedUpdate = { organizationId: string } & (
  | { spaceId: string }
  | { kind: DependencyKind; names: string[] }
);

/** Enqueues a job that updates computed content. The job runs after the transaction. */
export async function enqueueComputedUpdate(tx: Transaction, update: ComputedUpdate): Promise<void> {
  const { organizationId } = update;
  await enqueue(tx, {
    kind: jobName,
    payload: { ...update },
    organizationId,
    key: `${jobName} ${canonicalJson(update)}`,
  });
}

/** The job that appends computed revisions to spaces. */
export function updateComputedJob(store: Store): JobKind {
  return { name: jobName, run: (payload, run) => updateSpaces(store, payload as unknown as ComputedUpdate, run) };
}

/**
 * Updates each space in a separate transaction, so that a failure does not undo the spaces that are already updated.
 */
async function updateSpaces(store: Store, update: ComputedUpdate, { signal, progress }: JobRun): Promise<void> {
  const viewer = await operatorOf(store);
  const ids = 'spaceId' in update ? [update.spaceId] : await dependentSpaces(store, update);
  for (const [done, id] of ids.entries()) {
    signal.throwIfAborted();
    await progress(done, ids.length);
    await updateComputedSpace({ store, viewer }, id);
  }
  await progress(ids.length, ids.length);
}

async function dependentSpaces(
  { read }: Store,
  { organizationId, ...dependency }: Exclude<ComputedUpdate, { spaceId: string }>,
): Promise<string[]> {
  const query = read.sql
    .selectFrom('Link')
    .select('spaceId')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('kind', '=', dependency.kind)
    .where('relation', '=', 'dependsOn')
    .where(read.inList('targetId', dependency.names))
    .orderBy('spaceId');
  return (await read.all(query)).map(({ spaceId }) => spaceId);
}

/**
 * Appends a revision of the type `computed` if a dependency of the space's content has changed. Skips locked and
 * deleted spaces: they are updated when they are unlocked or restored.
 */
async function updateComputedSpace(actor: { store: Store; viewer: Operator }, id: string): Promise<void> {
  await runAction(actor, async (unit) => {
    const space = await lockIfEditable(unit, id);
    if (!space) return;
    const { organizationId, revisionId: parentId } = space;
    const before = await readSpaceManifest(unit, space);
    const after = await pinnedContent(unit.tx.read, organizationId, before);
    if (after === before) return;
    const branch = { organizationId, spaceId: id, parentId };
    await appendRevision(unit, branch, { type: 'computed', before, after, blobs: new Map() });
    unit.record({ organizationId, action: 'renewComputedContent', targetId: id });
  });
}

async function lockIfEditable({ tx }: UnitOfWork, id: string): Promise<Row<'Space'> | null> {
  await tx.lock('Space', id);
  const space = await tx.read.first(tx.read.sql.selectFrom('Space').selectAll().where('id', '=', id));
  return space && space.deletedAt === null && space.editMode !== 'locked' ? space : null;
}

async function readSpaceManifest({ tx: { read } }: UnitOfWork, { revisionId }: Row<'Space'>) {
  const query = read.sql.selectFrom('Revision').select(['organizationId', 'rootHash']).where('id', '=', revisionId);
  return readManifest(read, (await read.first(query))!);
}
