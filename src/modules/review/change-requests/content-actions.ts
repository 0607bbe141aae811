import type { Hash, Manifest } from '../../../engine/base/types.js';
import type { ConvertedPage } from '../../../engine/change/edit/converted-pages.js';
import { treeOf } from '../../../engine/tree/manifest/manifest.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import { badInput } from '../../../platform/base/errors.js';
import type { ContentChange, ContentOutcome } from '../../content/content-work/content-changes.js';
import { doWork, type WorkSize } from '../../content/content-work/do-work.js';
import { packDocuments } from '../../content/content-work/packed-documents.js';
import type { Input, Output } from '../../content/content-work/tasks.js';
import { weightOf } from '../../content/content-work/weight.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { continueLine, type Line } from '../../content/revisions/continue-line.js';
import { revisionInside } from '../../content/revisions/known-revisions.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { readKeptBlobs } from '../../content/revisions/read-blobs.js';
import { loadBlobs } from '../../content/revisions/with-blobs.js';
import { type Act, type Actor, act } from '../../shared/act.js';
import { lightWork } from '../../shared/computing.js';
import { refusingContent } from '../../shared/content-errors.js';
import { eventOn, type KnownChangeRequest, lineOf, lockChangeRequest, requireActive, requireKnown } from './targets.js';

/** A change as the request has it: a revision to revert to is named by its id. */
export type RequestedChange = Omit<ContentChange, 'revertPage'> & {
  revertPage?: { page: string; revision?: string | null; block?: string[] | null } | null;
};

/** What became of the content of a change request, or of a space's head. */
export interface ContentUpdate {
  organizationId: string;
  spaceId: string;
  changeRequestId?: string;
  /** The revision that holds it now; the same as before where nothing changed. */
  revisionId: string;
  outcomes: ContentOutcome[];
  /** Pages that were not UTF-8 before, and are now. */
  converted: ConvertedPage[];
}

/** What became of the content of a change request. */
export type ProposalUpdate = ContentUpdate & { changeRequestId: string };

/**
 * Changes a change request's content: all the changes, in order, as one revision, or none of them.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT where it is merged or archived or has another revision than the caller knows,
 * BAD_USER_INPUT naming the change at fault.
 */
export function updateContent(
  actor: Actor,
  name: KnownChangeRequest,
  changes: RequestedChange[],
): Promise<ProposalUpdate> {
  return act(actor, (under) => changeContent(under, name, changes));
}

/** The same in the transaction of an action. */
export async function changeContent(
  under: Act,
  name: KnownChangeRequest,
  changes: RequestedChange[],
): Promise<ProposalUpdate> {
  const changeRequest = await lockChangeRequest(under, name, 'changeRequest.edit');
  requireActive(changeRequest);
  requireKnown(under, changeRequest, name);
  const { id: changeRequestId } = changeRequest;
  const update = await changeLine(
    under,
    { line: lineOf(changeRequest), start: baseRevisionOf(changeRequest) },
    changes,
  );
  if (update.revisionId !== changeRequest.revisionId)
    under.record({
      ...eventOn(changeRequest),
      action: 'updateChangeRequestContent',
      changes: { revision: update.revisionId },
    });
  return { ...update, changeRequestId };
}

/** The line that changes continue, and the revision that a page goes back to where none is named; null: one must be. */
export interface ChangedLine {
  line: Line;
  start: string | null;
}

/** Changes the content at the end of a line that is locked: all the changes as one revision, or none where nothing changes. */
export async function changeLine(
  under: Act,
  { line, start }: ChangedLine,
  changes: RequestedChange[],
): Promise<ContentUpdate> {
  const { organizationId, spaceId, parentId } = line;
  const revision = await revisionInside(under, { organizationId, id: parentId });
  const before = await readManifest(under.tx.read, revision);
  const resolved = await Promise.all(
    changes.map((change, index) => withTarget(under, { spaceId, start, change, index })),
  );
  const weight = weightOf(changes);
  const { manifest, blobs, outcomes, converted } = await under.compute({
    branch: line.changeRequestId ?? spaceId,
    name: 'edit',
    key: `${revision.rootHash} ${start}`,
    load: (read) =>
      loadBlobs(read, {
        ...{ organizationId, weight },
        likely: likelyBlobs(before, resolved),
        reading: readKeptBlobs,
        work: (_, known) =>
          refusingContent(() =>
            edit({ manifest: before, changes: resolved }, { tenant: organizationId, weight, blobs: known }),
          ),
      }),
  });
  const isSame = treeOf(manifest).root === revision.rootHash;
  const revisionId = isSame
    ? parentId
    : await continueLine(under, line, { type: 'edits', before, after: manifest, blobs, held: [before] });
  return { organizationId, spaceId, revisionId, outcomes, converted };
}

/** Applies changes, and hashes the tree that they come to: the transaction that stores it has less to do. */
async function edit(input: Input<'edit'>, size: WorkSize): Promise<Output<'edit'>> {
  const changes = size.weight > lightWork ? await packDocuments(input.changes) : input.changes;
  const changed = await doWork('edit', { ...input, changes }, size);
  treeOf(changed.manifest);
  return changed;
}

/** Reads what a reversion goes back to: the revision named, else the one that the line started from. */
async function withTarget(
  under: Act,
  { spaceId, start, change, index }: { spaceId: string; start: string | null; change: RequestedChange; index: number },
): Promise<ContentChange> {
  const { revertPage, ...others } = change;
  if (!revertPage) return others;
  const field = `changes[${index}].revision`;
  const id = revertPage.revision ?? start;
  if (id === null) throw badInput(field, `\`${field}\` is required at the head of a space`);
  const query = under.tx.read.sql
    .selectFrom('Revision')
    .selectAll()
    .where('id', '=', id)
    .where('spaceId', '=', spaceId);
  const revision = await under.tx.read.first(query);
  if (!revision) throw badInput(field, `\`${field}\` must be a revision of the space (got ${JSON.stringify(id)})`);
  return {
    revertPage: { page: revertPage.page, block: revertPage.block, to: await readManifest(under.tx.read, revision) },
  };
}

/** The texts of the pages that the changes name. */
function likelyBlobs(manifest: Manifest, changes: ContentChange[]): Hash[] {
  const blobIn = (one: Manifest, id: string): Hash | undefined => indexOf(one).pageById.get(id)?.page.blob;
  return changes
    .flatMap(({ updatePage, revertPage }) => [
      updatePage && blobIn(manifest, updatePage.page),
      revertPage && blobIn(manifest, revertPage.page),
      revertPage && blobIn(revertPage.to, revertPage.page),
    ])
    .filter((hash) => hash !== undefined);
}
