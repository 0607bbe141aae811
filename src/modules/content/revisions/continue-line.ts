import type { Manifest } from '../../../engine/base/types.js';
import { treeOf } from '../../../engine/tree/manifest/manifest.js';
import { updateLater } from '../../../platform/db/write/change-rows.js';
import type { Act } from '../../shared/act.js';
import { type Follow, followersOf, loadForFollowers } from './head-followers.js';
import { moveHead, type SpaceCounts } from './move-head.js';
import { type NewRevision, writeRevision } from './write-revision.js';

/** A line of revisions: the history of a space, whose last one is its head, or that of one of its change requests. */
export interface Line {
  organizationId: string;
  spaceId: string;
  /** Set for the line of a change request. */
  changeRequestId?: string;
  /** Its last revision, which the new one follows. */
  parentId: string;
}

/** What a line goes on with: the content that it had and has, and what the revision says of itself. */
export interface Continuation
  extends Pick<NewRevision, 'type' | 'blobs' | 'held' | 'mergedParentId' | 'mergedFromId' | 'git'> {
  before: Manifest;
  after: Manifest;
  /** Counts of the space that change with its head. */
  counts?: SpaceCounts;
  /** What brings along what follows the head of a space (`followersOf`), where that was asked for before. */
  following?: Promise<Follow>;
  /** Whether people decided conflicts in it: an update of which that is true counts as an edit for reviews. */
  resolved?: boolean;
}

/**
 * Writes a revision and moves the line that it continues, which the action has locked: the head of a space with all that
 * follows it, or a change request, whose common ancestor with the space is then what it took in.
 * @returns the revision's id
 * @throws what `writeRevision` and `moveHead` throw
 */
export async function continueLine(
  act: Act,
  line: Line,
  { before, after: content, counts, following, resolved = false, ...revision }: Continuation,
): Promise<string> {
  const { organizationId, spaceId, changeRequestId } = line;
  if (changeRequestId === undefined) await analyseTexts(act, line, { before, after: content, blobs: revision.blobs });
  const [bringAlong, { id: revisionId, manifest: after }] = await Promise.all([
    changeRequestId === undefined ? (following ?? followersOf(act.tx, spaceId)) : null,
    writeRevision(act, { ...line, ...revision, manifest: content }),
  ]);
  if (bringAlong) await moveHead(act, { organizationId, spaceId, revisionId, before, after, counts }, bringAlong);
  else moveChangeRequest(act, changeRequestId!, { revisionId, resolved, ...revision });
  return revisionId;
}

/** Analyses the texts that a head brings along for what follows it, before anything is written. */
function analyseTexts(
  act: Act,
  { organizationId, spaceId }: Line,
  { before, after: content, blobs }: Pick<Continuation, 'before' | 'after' | 'blobs'>,
): Promise<void> {
  const { root, manifest: after } = treeOf(content);
  return act.compute({
    branch: spaceId,
    name: 'indexes',
    key: `${treeOf(before).root} ${root}`,
    load: (read) => loadForFollowers(read, { organizationId, spaceId, before, after, blobs }),
  });
}

/** Reviews of what was there before an edit are outdated by it; taking in what the space has outdates none, unless people decided conflicts. */
function moveChangeRequest(
  { tx, at }: Act,
  id: string,
  move: Pick<Continuation, 'type' | 'mergedParentId' | 'resolved'> & { revisionId: string },
): void {
  const { revisionId, mergedParentId, type, resolved } = move;
  const ancestor = mergedParentId === undefined ? {} : { revisionMergedAncestorId: mergedParentId };
  const edited = type === 'update' && !resolved ? {} : { edits: 1 };
  const set = { revisionId, ...ancestor, updatedAt: at };
  updateLater(tx, { table: 'ChangeRequest', where: { id }, set, add: edited });
}
