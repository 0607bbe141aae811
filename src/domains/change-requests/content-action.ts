import { treeOf } from '../../content/manifest/manifest.js';
import { indexOf } from '../../content/manifest/page-index.js';
import type { Hash, Manifest } from '../../content/types.js';
import { badInput } from '../../errors.js';
import type { Row } from '../../store/rows.js';
import type { ChangedContent, ContentChange, ContentOutcome } from '../content-work/content-changes.js';
import { doWork } from '../content-work/do-work.js';
import { weightOf } from '../content-work/weight.js';
import { continueLine } from '../revisions/continue-line.js';
import { readManifest } from '../revisions/manifests.js';
import { withBlobs } from '../revisions/with-blobs.js';
import { type Act, type Actor, act } from '../shared/act.js';
import { refusingContent } from '../shared/content-errors.js';
import { getRow } from '../shared/targets.js';
import { baseRevisionOf, type ChangeRequestName, lineOf, lockChangeRequest, requireActive } from './targets.js';

/** A change as the request has it: a revision to revert to is named by its id. */
export type RequestedChange = Omit<ContentChange, 'revertPage'> & {
  revertPage?: { page: string; revision?: string | null; block?: string[] | null } | null;
};

/** What became of a change request's content. */
export interface ContentUpdate {
  organizationId: string;
  spaceId: string;
  changeRequestId: string;
  /** The revision that holds it now; the same as before where nothing changed. */
  revisionId: string;
  outcomes: ContentOutcome[];
}

/**
 * Changes a change request's content: all the changes, in order, as one revision, or none of them.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT where it is merged or archived, BAD_USER_INPUT naming the change at fault.
 */
export function updateContent(
  actor: Actor,
  name: ChangeRequestName,
  changes: RequestedChange[],
): Promise<ContentUpdate> {
  return act(actor, (under) => changeContent(under, name, changes));
}

/** The same in the transaction of an action. */
export async function changeContent(
  under: Act,
  name: ChangeRequestName,
  changes: RequestedChange[],
): Promise<ContentUpdate> {
  const changeRequest = await lockChangeRequest(under, name, 'changeRequest.edit');
  requireActive(changeRequest);
  const revision = await getRow(under, 'Revision', changeRequest.revisionId);
  const manifest = await readManifest(under.tx.read, revision);
  const resolved = await Promise.all(
    changes.map((change, index) => withTarget(under, { changeRequest, change, index })),
  );
  const { id: changeRequestId, organizationId, spaceId } = changeRequest;
  const changed = await refusingContent(() =>
    withBlobs(under.tx.read, {
      organizationId,
      likely: likelyBlobs(manifest, resolved),
      work: (_, blobs) => doWork('edit', { manifest, changes: resolved }, { weight: weightOf(changes), blobs }),
    }),
  );
  const isSame = treeOf(changed.manifest).root === revision.rootHash;
  const revisionId = isSame
    ? changeRequest.revisionId
    : await writeChanged(under, changeRequest, { manifest, changed });
  return { organizationId, spaceId, changeRequestId, revisionId, outcomes: changed.outcomes };
}

async function writeChanged(
  under: Act,
  changeRequest: Row<'ChangeRequest'>,
  { manifest: before, changed: { manifest: after, blobs } }: { manifest: Manifest; changed: ChangedContent },
): Promise<string> {
  const { id, organizationId } = changeRequest;
  const revisionId = await continueLine(under, lineOf(changeRequest), { type: 'edits', before, after, blobs });
  under.record({
    organizationId,
    action: 'updateChangeRequestContent',
    targetId: id,
    changes: { revision: revisionId },
  });
  return revisionId;
}

/** Reads what a reversion goes back to: the revision named, else the one that the change request started from. */
async function withTarget(
  under: Act,
  { changeRequest, change, index }: { changeRequest: Row<'ChangeRequest'>; change: RequestedChange; index: number },
): Promise<ContentChange> {
  const { revertPage, ...others } = change;
  if (!revertPage) return others;
  const id = revertPage.revision ?? baseRevisionOf(changeRequest);
  const query = under.tx.read.sql
    .selectFrom('Revision')
    .selectAll()
    .where('id', '=', id)
    .where('spaceId', '=', changeRequest.spaceId);
  const revision = await under.tx.read.first(query);
  const field = `changes[${index}].revision`;
  if (!revision) throw badInput(field, `\`${field}\` must be a revision of the space, got ${JSON.stringify(id)}`);
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
