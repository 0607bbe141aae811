import type { Manifest } from '../../../engine/base/types.js';
import { manifestTree } from '../../../engine/tree/manifest/manifest.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { headHooksFor, loadForHeadHooks, type RunHeadHooks } from './head-hooks.js';
import { moveHead, type SpaceCounts } from './move-head.js';
import { type NewRevision, writeRevision } from './write-revision.js';

/** A branch of revisions: the branch of a space, which ends at its head, or the branch of a change request. */
export interface Branch {
  organizationId: string;
  spaceId: string;
  /** Set for the branch of a change request. */
  changeRequestId?: string;
  /** Last revision of the branch; parent of the new one. */
  parentId: string;
}

/** Content of a branch before and after the new revision, and fields of that revision. */
export interface Continuation
  extends Pick<NewRevision, 'type' | 'blobs' | 'existingManifests' | 'mergedParentId' | 'mergedFromId' | 'git'> {
  before: Manifest;
  after: Manifest;
  /** Amounts to add to counts of the space, in the statement that moves its head. */
  counts?: SpaceCounts;
  /** Head hooks of the space (`headHooksFor`), if the caller has already read their state. */
  hooks?: Promise<RunHeadHooks>;
  /**
   * Whether users resolved conflicts in the new revision. If so, an update makes earlier reviews outdated, as an edit
   * does.
   */
  resolved?: boolean;
}

/**
 * Writes a revision and makes it the last one of its branch. The action must have locked the branch. For a space, moves
 * its head and runs the head hooks; otherwise, moves the change request. After an update, the merged revision is the
 * common ancestor of the change request and the space.
 * @returns the id of the revision
 * @throws errors of `writeRevision` and `moveHead`
 */
export async function appendRevision(
  unit: UnitOfWork,
  branch: Branch,
  { before, after: content, counts, hooks, resolved = false, ...revision }: Continuation,
): Promise<string> {
  const { organizationId, spaceId, changeRequestId } = branch;
  if (changeRequestId === undefined)
    await analyzeTexts(unit, branch, { before, after: content, blobs: revision.blobs });
  const [runHooks, { id: revisionId, manifest: after }] = await Promise.all([
    changeRequestId === undefined ? (hooks ?? headHooksFor(unit.tx, spaceId)) : null,
    writeRevision(unit, { ...branch, ...revision, manifest: content }),
  ]);
  if (runHooks) {
    const { actorId } = unit;
    await moveHead(unit, { organizationId, spaceId, revisionId, actorId, before, after, counts }, runHooks);
  } else moveChangeRequest(unit, changeRequestId!, { revisionId, resolved, ...revision });
  return revisionId;
}

/** Analyzes the new texts of a head before the first write, so that the head hooks find the results in caches. */
function analyzeTexts(
  unit: UnitOfWork,
  { organizationId, spaceId }: Branch,
  { before, after: content, blobs }: Pick<Continuation, 'before' | 'after' | 'blobs'>,
): Promise<void> {
  const { root, manifest: after } = manifestTree(content);
  return unit.compute({
    branch: spaceId,
    name: 'indexes',
    key: `${manifestTree(before).root} ${root}`,
    load: (read) => loadForHeadHooks(read, { organizationId, spaceId, before, after, blobs }),
  });
}

/**
 * Moves the head of a change request. An edit makes earlier reviews outdated. An update from the space does not, unless
 * users resolved conflicts.
 */
function moveChangeRequest(
  { tx, at }: UnitOfWork,
  id: string,
  move: Pick<Continuation, 'type' | 'mergedParentId' | 'resolved'> & { revisionId: string },
): void {
  const { revisionId, mergedParentId, type, resolved } = move;
  const ancestor = mergedParentId === undefined ? {} : { revisionMergedAncestorId: mergedParentId };
  const edited = type === 'update' && !resolved ? {} : { edits: 1 };
  const set = { revisionId, ...ancestor, updatedAt: at };
  bufferUpdate(tx, { table: 'ChangeRequest', where: { id }, set, add: edited });
}
