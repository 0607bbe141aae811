import type { Hash, Manifest } from '../../../engine/base/types.js';
import type { DiffSize } from '../../../engine/change/diff/diff-size.js';
import { manifestTree } from '../../../engine/tree/manifest/manifest.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { doWork } from '../../content/content-work/do-work.js';
import type { Input, Output, Versions } from '../../content/content-work/tasks.js';
import { appendRevision } from '../../content/revisions/append-revision.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { headHooksFor } from '../../content/revisions/head-hooks.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { type ReadBlobs, readBlobsWithCache } from '../../content/revisions/read-blobs.js';
import { getRevisionInTransaction } from '../../content/revisions/revision-cache.js';
import { loadBlobs } from '../../content/revisions/with-blobs.js';
import type { ContentWork } from '../../shared/computing.js';
import { refusingContent } from '../../shared/content-errors.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { loadChangeSize } from '../merge-rules/change-size.js';
import { readInheritedRules, requireMergeRules } from '../merge-rules/require-rules.js';
import { countChangesForTransition } from './counts.js';
import { deleteResolutions, readResolutions } from './stored-resolutions.js';
import {
  branchOf,
  type ChangeRequestAtRevision,
  eventOn,
  lockChangeRequest,
  requireExpectedRevision,
  requireState,
} from './targets.js';

/**
 * Result of a merge or an update. If there are conflicts, nothing has changed, and `revisionId` is the current revision
 * of the change request.
 */
export interface MergeOutcome {
  spaceId: string;
  changeRequestId: string;
  revisionId: string;
  result: 'merge' | 'update' | 'conflicts';
}

/**
 * Merges a change request into its space. This creates a new head, unless there are conflicts.
 * @throws NOT_FOUND, FORBIDDEN (also for a locked space)
 * @throws CONFLICT if it is not open, has another revision than the caller expects, or a merge rule is not met
 */
export function mergeChangeRequest(actor: Actor, name: ChangeRequestAtRevision): Promise<MergeOutcome> {
  return runAction(actor, async (unit) => {
    const locking = lockSpaceAndChangeRequest(unit, name, 'changeRequest.merge');
    const inherited = readInheritedRules(unit, name.space);
    const hooks = headHooksFor(unit.tx, name.space);
    hooks.catch(() => {});
    const locked = await locking;
    const { space, changeRequest, versions } = locked;
    await requireMergeRules(unit, { space, changeRequest, inherited, readExtent: () => computeExtent(unit, locked) });
    const merged = await merge(unit, locked, space.id);
    if (!merged) return mergeOutcome(locked, changeRequest.revisionId, 'conflicts');
    const { manifest, blobs } = merged;
    if (merged.resolved) deleteResolutions(unit, changeRequest);
    const { organizationId, id: spaceId } = space;
    const branch = { organizationId, spaceId, parentId: space.revisionId };
    const revisionId = await appendRevision(unit, branch, {
      type: 'merge',
      before: versions.ours,
      after: manifest,
      blobs,
      existingManifests: [versions.ours, versions.theirs],
      hooks,
      mergedParentId: changeRequest.revisionId,
      mergedFromId: changeRequest.id,
      counts: countChangesForTransition({ from: changeRequest.status, to: 'merged' }),
    });
    const set = { status: 'merged', revisionMergedId: revisionId, updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'ChangeRequest', where: { id: changeRequest.id }, set });
    unit.record({ ...eventOn(changeRequest), action: 'mergeChangeRequest', changes: { revision: revisionId } });
    return mergeOutcome(locked, revisionId, 'merge');
  });
}

/**
 * Merges the space's head into a change request. Appends a revision to it, unless there are conflicts or the space has
 * not changed.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if it is merged or has another revision than the caller expects.
 */
export function updateFromSpace(actor: Actor, name: ChangeRequestAtRevision): Promise<MergeOutcome> {
  return runAction(actor, async (unit) => {
    const locked = await lockSpaceAndChangeRequest(unit, name, 'changeRequest.edit');
    const { space, changeRequest } = locked;
    if (space.revisionId === baseRevisionOf(changeRequest))
      return mergeOutcome(locked, changeRequest.revisionId, 'update');
    const merged = await merge(unit, locked, changeRequest.id);
    if (!merged) return mergeOutcome(locked, changeRequest.revisionId, 'conflicts');
    const revisionId = await writeUpdate(unit, locked, merged);
    unit.record({ ...eventOn(changeRequest), action: 'updateChangeRequest', changes: { revision: revisionId } });
    return mergeOutcome(locked, revisionId, 'update');
  });
}

function mergeOutcome(
  { space, changeRequest }: LockedMerge,
  revisionId: string,
  result: MergeOutcome['result'],
): MergeOutcome {
  return { spaceId: space.id, changeRequestId: changeRequest.id, revisionId, result };
}

/**
 * Stores the result of a merge as a revision of the change request. Afterwards, the head of the space is the common
 * ancestor of the space and the change request.
 */
export async function writeUpdate(
  unit: UnitOfWork,
  { space, changeRequest, versions }: LockedMerge,
  { manifest, blobs, resolved }: MergeResult,
): Promise<string> {
  if (resolved) deleteResolutions(unit, changeRequest);
  return appendRevision(unit, branchOf(changeRequest), {
    type: 'update',
    before: versions.theirs,
    after: manifest,
    blobs,
    existingManifests: [versions.ours, versions.theirs],
    mergedParentId: space.revisionId,
    resolved,
  });
}

/** Result of a merge, and whether users resolved conflicts in it. */
export type MergeResult = NonNullable<Output<'merge'>> & { resolved: boolean };

/**
 * Merges the locked versions; returns null if conflicts are open. Reads resolutions only if there are conflicts.
 * @param branch id of the space or change request that gets the result
 */
async function merge(unit: UnitOfWork, locked: LockedMerge, branch: string): Promise<MergeResult | null> {
  const { changeRequest, versions } = locked;
  const merged = await computeVersionsTask(unit, locked, { branch, name: 'merge', input: versions });
  if (merged) return { ...merged, resolved: false };
  const resolutions = await readResolutions(unit.tx.read, changeRequest.id);
  if (resolutions.size === 0) return null;
  const mergedWithResolutions = await computeVersionsTask(unit, locked, {
    branch,
    name: 'merge',
    input: { ...versions, resolutions },
  });
  return mergedWithResolutions && { ...mergedWithResolutions, resolved: true };
}

/** Computes the size of the changes in a locked change request, as a computation of the action. */
function computeExtent(unit: UnitOfWork, { space, versions: { base, theirs } }: LockedMerge): Promise<DiffSize> {
  const states = { organizationId: space.organizationId, before: base, after: theirs };
  return unit.compute({
    branch: space.id,
    name: 'extent',
    key: [base, theirs].map((manifest) => manifestTree(manifest).root).join(' '),
    load: (read) => loadChangeSize(read, states),
  });
}

/** A task on the versions of a change request and its space. */
interface VersionsTask<Name extends VersionsTaskName> {
  /** Id of the space or change request that gets the result. */
  branch: string;
  name: Name;
  input: Input<Name>;
}

/**
 * Runs a task on the locked versions, such as a merge or the resolution of conflicts, as a computation of the action
 * (`unit.compute`).
 */
export function computeVersionsTask<Name extends VersionsTaskName>(
  unit: UnitOfWork,
  { space, versions }: LockedMerge,
  { branch, name, input }: VersionsTask<Name>,
): Promise<Output<Name>> {
  const { organizationId } = space;
  const roots = [versions.base, versions.ours, versions.theirs].map((manifest) => manifestTree(manifest).root);
  const resolutions = input.resolutions ? JSON.stringify([...input.resolutions]) : '';
  return unit.compute({
    branch,
    name: `${name}${resolutions && ' with resolutions'}`,
    key: [...roots, resolutions].join(' '),
    load: (read) => loadVersions(name, { queries: read, organizationId, input, reading: readBlobsWithCache }),
  });
}

/** Names of the tasks on the three versions of a merge. */
type VersionsTaskName = 'merge' | 'preview' | 'resolve';

/** Input of a task on three versions, and the queries that read their texts. */
interface VersionsTaskInput<Name extends VersionsTaskName> {
  queries: Queries;
  organizationId: string;
  input: Input<Name>;
  /** Function that reads the texts; see `BlobWork`. */
  reading?: ReadBlobs;
}

/**
 * Runs a task on the three versions of a merge outside of an action. Reads the texts that differ between the versions.
 */
export function runVersionsTask<Name extends VersionsTaskName>(
  name: Name,
  reading: VersionsTaskInput<Name>,
): Promise<Output<Name>> {
  return loadVersions(name, reading).then(({ run }) => run(reading.queries));
}

/** Reads the texts that differ between the versions, and returns the work that runs the task. */
function loadVersions<Name extends VersionsTaskName>(
  name: Name,
  { queries, organizationId, input, reading }: VersionsTaskInput<Name>,
): Promise<ContentWork<Output<Name>>> {
  const weight = weightWithoutTexts(input);
  return loadBlobs(queries, {
    ...{ organizationId, weight },
    likely: differingBlobs(input),
    ...(reading && { reading }),
    work: (_, blobs) =>
      refusingContent(async () => {
        const output = await doWork(name, input, { tenant: organizationId, weight, blobs });
        hashResult(output);
        return output;
      }),
  });
}

/** Hashes the resulting tree in advance, so that the transaction that stores it is shorter. */
function hashResult(output: object | null): void {
  if (output && 'manifest' in output) manifestTree(output.manifest as Manifest);
  else if (output && 'merged' in output) hashResult(output.merged as object | null);
}

/** Returns the cost of comparing pages without their texts, expressed in bytes of text. */
function weightWithoutTexts({ base, ours, theirs }: Versions): number {
  return [base, ours, theirs].reduce((sum, manifest) => sum + 3 * manifestIndex(manifest).pages.length, 0);
}

function differingBlobs(versions: Versions): Hash[] {
  const firstBlobs = new Map<string, Hash>();
  const differing: Hash[] = [];
  for (const manifest of [versions.base, versions.ours, versions.theirs]) {
    for (const { page } of manifestIndex(manifest).pages) {
      const firstBlob = firstBlobs.get(page.id);
      if (page.blob && !firstBlob) firstBlobs.set(page.id, page.blob);
      else if (page.blob && page.blob !== firstBlob) differing.push(firstBlob!, page.blob);
    }
  }
  return differing;
}

/** A locked change request and its locked space, with the versions of a merge. */
export interface LockedMerge {
  space: Row<'Space'>;
  changeRequest: Row<'ChangeRequest'>;
  versions: Versions;
}

/**
 * Locks the space, then the change request. All actions use this order, so that they do not deadlock. Reads the
 * versions only if the state of the change request allows the action.
 */
export async function lockSpaceAndChangeRequest(
  unit: UnitOfWork,
  name: ChangeRequestAtRevision,
  action: 'changeRequest.merge' | 'changeRequest.edit',
): Promise<LockedMerge> {
  const [lockingSpace, locking] = [
    lockTarget(unit, 'Space', name.space, action),
    lockChangeRequest(unit, name, action),
  ];
  // An error of the space takes precedence over an error of the change request.
  locking.catch(() => {});
  const space = await lockingSpace;
  const changeRequest = await locking;
  requireState(changeRequest, action === 'changeRequest.merge' ? 'be merged' : 'be brought up to date');
  requireExpectedRevision(unit, changeRequest, name);
  const manifestAt = async (id: string): Promise<Manifest> =>
    readManifest(unit.tx.read, await getRevisionInTransaction(unit, { organizationId: space.organizationId, id }));
  const ids = [baseRevisionOf(changeRequest), space.revisionId, changeRequest.revisionId];
  const [base, ours, theirs] = (await Promise.all(ids.map(manifestAt))) as [Manifest, Manifest, Manifest];
  return { space, changeRequest, versions: { base, ours, theirs } };
}
