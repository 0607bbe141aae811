import type { Hash, Manifest } from '../../../engine/base/types.js';
import type { ConvertedPage } from '../../../engine/change/edit/converted-pages.js';
import { manifestTree } from '../../../engine/tree/manifest/manifest.js';
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

/** A change in a request. To revert a page, the request gives the id of a revision. */
export type RequestedChange = Omit<ContentChange, 'revertPage'> & {
  revertPage?: { page: string; revision?: string | null; block?: string[] | null } | null;
};

/** Result of a change to the content of a change request or of a space's head. */
export interface ContentUpdate {
  organizationId: string;
  spaceId: string;
  changeRequestId?: string;
  /** Id of the current revision; the same as before if nothing changed. */
  revisionId: string;
  outcomes: ContentOutcome[];
  /** Pages that were converted to UTF-8. */
  converted: ConvertedPage[];
}

/** Result of a change to the content of a change request. */
export type ProposalUpdate = ContentUpdate & { changeRequestId: string };

/**
 * Changes a change request's content: all changes, in order, as one revision, or none of them.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if it is merged or archived or has another revision than the caller expects,
 * BAD_USER_INPUT that names the invalid change.
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
 * The branch to append changes to. A page is reverted to revision `start` if the change names no revision. If `start`
 * is null, the change must name one.
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
    changes.map((change, index) => withTarget(unit, { spaceId, start, change, index })),
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
            edit({ manifest: before, changes: resolved }, { tenant: organizationId, weight, blobs: known }),
          ),
      }),
  });
  const isSame = manifestTree(manifest).root === revision.rootHash;
  const revisionId = isSame
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

/** Applies changes, and hashes the resulting tree, so that the transaction that stores it has less work. */
async function edit(input: Input<'edit'>, size: WorkSize): Promise<Output<'edit'>> {
  const changes = size.weight > lightWork ? await packDocuments(input.changes) : input.changes;
  const changed = await doWork('edit', { ...input, changes }, size);
  manifestTree(changed.manifest);
  return changed;
}

/** Reads the revision to revert to: the named one, otherwise the first revision of the branch. */
async function withTarget(
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

/** Returns the texts of the pages that the changes name. */
function likelyBlobs(manifest: Manifest, changes: ContentChange[]): Hash[] {
  const blobIn = (one: Manifest, id: string): Hash | undefined => manifestIndex(one).pageById.get(id)?.page.blob;
  return changes
    .flatMap(({ updatePage, revertPage }) => [
      updatePage && blobIn(manifest, updatePage.page),
      revertPage && blobIn(manifest, revertPage.page),
      revertPage && blobIn(revertPage.to, revertPage.page),
    ])
    .filter((hash) => hash !== undefined);
}
