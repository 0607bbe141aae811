import type { Hash, Manifest } from '../../../engine/base/types.js';
import type { ConvertedPage } from '../../../engine/change/edit/converted-pages.js';
import { hasSameContent, manifestTree } from '../../../engine/tree/manifest/manifest.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { badInput } from '../../../platform/base/errors.js';
import type { ContentChange, ContentOutcome } from '../../content/content-work/content-changes.js';
import { doWork, type WorkSize } from '../../content/content-work/do-work.js';
import { packDocuments } from '../../content/content-work/packed-documents.js';
import type { Input, Output } from '../../content/content-work/tasks.js';
import { weightOf } from '../../content/content-work/weight.js';
import { appendRevision, type Branch } from '../../content/revisions/append-revision.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { readBlobsWithCache } from '../../content/revisions/read-blobs.js';
import { getRevisionInTransaction } from '../../content/revisions/revision-cache.js';
import { loadBlobs } from '../../content/revisions/with-blobs.js';
import { lightWork } from '../../shared/computing.js';
import { refusingContent } from '../../shared/content-errors.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import {
  branchOf,
  type ChangeRequestAtRevision,
  eventOn,
  lockChangeRequest,
  requireActive,
  requireExpectedRevision,
} from './targets.js';

/**
 * A change of content in a request. To revert a page, it contains the id of a revision, unlike `ContentChange`, which
 * contains the content of that revision.
 */
export type RequestedChange = Omit<ContentChange, 'revertPage'> & {
  revertPage?: { page: string; revision?: string | null; block?: string[] | null } | null;
};

/** Result of changes to the content of a change request or of the head of a space. */
export interface ContentUpdate {
  organizationId: string;
  spaceId: string;
  changeRequestId?: string;
  /** Id of the new revision; id of the previous revision if nothing changed. */
  revisionId: string;
  outcomes: ContentOutcome[];
  /** Pages that were converted to UTF-8. */
  converted: ConvertedPage[];
}

/** Result of changes to the content of a change request. */
export type ProposalUpdate = ContentUpdate & { changeRequestId: string };

/**
 * Changes the content of a change request. Applies all changes in order and stores them as one revision; if one change
 * is invalid, applies none.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if it is merged or archived or has another revision than the caller expects,
 * BAD_USER_INPUT with the position of the invalid change.
 */
export function updateContent(
  actor: Actor,
  name: ChangeRequestAtRevision,
  changes: RequestedChange[],
): Promise<ProposalUpdate> {
  return runAction(actor, (unit) => changeContent(unit, name, changes));
}

/** Changes the content as `updateContent` does, in the transaction of an action. */
export async function changeContent(
  unit: UnitOfWork,
  name: ChangeRequestAtRevision,
  changes: RequestedChange[],
): Promise<ProposalUpdate> {
  const changeRequest = await lockChangeRequest(unit, name, 'changeRequest.edit');
  requireActive(changeRequest);
  requireExpectedRevision(unit, changeRequest, name);
  const { id: changeRequestId } = changeRequest;
  const update = await changeBranch(
    unit,
    { branch: branchOf(changeRequest), start: baseRevisionOf(changeRequest) },
    changes,
  );
  if (update.revisionId !== changeRequest.revisionId)
    unit.record({
      ...eventOn(changeRequest),
      action: 'updateChangeRequestContent',
      changes: { revision: update.revisionId },
    });
  return { ...update, changeRequestId };
}

/**
 * The branch to append changes to. `start` is the id of the revision that a page is reverted to by default. If it is
 * null, a change that reverts a page must contain the id of a revision.
 */
export interface ChangedBranch {
  branch: Branch;
  start: string | null;
}

/** Changes the content of a locked branch. Appends one revision with all changes, or none if nothing changes. */
export async function changeBranch(
  unit: UnitOfWork,
  { branch, start }: ChangedBranch,
  changes: RequestedChange[],
): Promise<ContentUpdate> {
  const { organizationId, spaceId, parentId } = branch;
  const revision = await getRevisionInTransaction(unit, { organizationId, id: parentId });
  const before = await readManifest(unit.tx.read, revision);
  const resolved = await Promise.all(
    changes.map((change, index) => resolveRevertTarget(unit, { spaceId, start, change, index })),
  );
  const weight = weightOf(changes);
  const { manifest, blobs, outcomes, converted } = await unit.compute({
    branch: branch.changeRequestId ?? spaceId,
    name: 'edit',
    key: `${revision.rootHash} ${start}`,
    load: (read) =>
      loadBlobs(read, {
        ...{ organizationId, weight },
        likely: likelyBlobs(before, resolved),
        reading: readBlobsWithCache,
        work: (_, known) =>
          refusingContent(() =>
            applyChanges({ manifest: before, changes: resolved }, { tenant: organizationId, weight, blobs: known }),
          ),
      }),
  });
  const revisionId = hasSameContent(before, manifest)
    ? parentId
    : await appendRevision(unit, branch, {
        type: 'edits',
        before,
        after: manifest,
        blobs,
        existingManifests: [before],
      });
  return { organizationId, spaceId, revisionId, outcomes, converted };
}

/** Applies changes, and hashes the resulting tree in advance, so that the transaction that stores it is shorter. */
async function applyChanges(input: Input<'edit'>, size: WorkSize): Promise<Output<'edit'>> {
  const changes = size.weight > lightWork ? await packDocuments(input.changes) : input.changes;
  const changed = await doWork('edit', { ...input, changes }, size);
  manifestTree(changed.manifest);
  return changed;
}

/**
 * Replaces the id of the revision to revert to by the content of that revision. By default this is the revision
 * `start`.
 */
async function resolveRevertTarget(
  unit: UnitOfWork,
  { spaceId, start, change, index }: { spaceId: string; start: string | null; change: RequestedChange; index: number },
): Promise<ContentChange> {
  const { revertPage, ...contentChange } = change;
  if (!revertPage) return contentChange;
  const field = `changes[${index}].revision`;
  const id = revertPage.revision ?? start;
  if (id === null) throw badInput(field, `\`${field}\` is required at the head of a space`);
  const query = unit.tx.read.sql.selectFrom('Revision').selectAll().where('id', '=', id).where('spaceId', '=', spaceId);
  const revision = await unit.tx.read.first(query);
  if (!revision) throw badInput(field, `\`${field}\` must be a revision of the space (got ${JSON.stringify(id)})`);
  return {
    revertPage: { page: revertPage.page, block: revertPage.block, to: await readManifest(unit.tx.read, revision) },
  };
}

/** Returns the hashes of the texts of all pages that the changes update or revert. These texts are probably needed. */
function likelyBlobs(manifest: Manifest, changes: ContentChange[]): Hash[] {
  const blobIn = (content: Manifest, id: string): Hash | undefined =>
    manifestIndex(content).pageById.get(id)?.page.blob;
  return changes
    .flatMap(({ updatePage, revertPage }) => [
      updatePage && blobIn(manifest, updatePage.page),
      revertPage && blobIn(manifest, revertPage.page),
      revertPage && blobIn(revertPage.to, revertPage.page),
    ])
    .filter((hash) => hash !== undefined);
}
