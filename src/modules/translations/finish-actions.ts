import type { Manifest } from '../../engine/base/types.js';
import { emptyManifest } from '../../engine/tree/manifest/empty-manifest.js';
import { hasSameContent, type StoredTree } from '../../engine/tree/manifest/manifest.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import { enqueueComputedUpdate } from '../content/computed/update-computed-actions.js';
import { appendRevision } from '../content/revisions/append-revision.js';
import { readManifest } from '../content/revisions/manifests.js';
import { storeTree } from '../content/revisions/store-content.js';
import { insertSpace } from '../content/space-lifecycle/actions.js';
import {
  copiedSettings,
  copyGrants,
  lockSpaceAndParent,
  truncateTitle,
} from '../content/space-lifecycle/duplicate-space.js';
import { findRow, getRow } from '../shared/targets.js';
import { runAction, type UnitOfWork } from '../shared/unit-of-work.js';
import { type BegunRun, stop, waitForUnlock } from './begin-run.js';
import type { PageInput } from './last-run-pages.js';
import { lockRow } from './lock-translation.js';
import type { MergedRun } from './merge-edits.js';
import { saveTranslatedPages } from './page-rows.js';
import { translateLater } from './translate-later.js';
import type { MachineContent } from './translate-source.js';

type Translation = Row<'Translation'>;

/** A run whose texts are all stored, before the transaction that publishes them. */
export interface ReadyRun {
  run: BegunRun;
  /** Id of the result space. */
  resultId: string;
  machine: MachineContent;
  /** Tree of the machine translation. */
  tree: StoredTree;
  /** Ids of source pages, by the ids of the result's pages. */
  sourcePages: ReadonlyMap<string, string>;
  /** Inputs of the machine translation of each page, by page id. */
  inputs: ReadonlyMap<string, PageInput>;
  merged: MergedRun;
  jobId: string;
}

/**
 * Writes the result of a run and ends the run, in one transaction.
 * @returns false if the head of the result has changed since the merge, which must then be repeated
 */
export function finishRun(store: Store, ready: ReadyRun): Promise<boolean> {
  const { run } = ready;
  const userId = run.translation.runById ?? run.revision.authorId;
  return runAction({ store, viewer: { kind: 'operator', userId } }, async (unit) => {
    const space = ready.merged.head === null ? null : await lockResult(unit, ready.resultId);
    // The first run creates a space next to the source. The parent of a space must be locked before the space.
    const source = ready.merged.head === null ? await lockSource(unit, run.source.id) : null;
    const now = await lockRow(unit, run.translation.id);
    if (!now || !isSameRun(now, ready)) return true;
    const problem = blockingProblem(ready, space, source);
    if (problem) return Boolean(stop(unit.tx, now, problem));
    if (space && space.revisionId !== ready.merged.head) return false;
    if (source) await insertResult(unit, ready, source);
    await writeResult(unit, ready, now);
    return true;
  });
}

/** Returns the problem that prevents writing a result and that a user must solve; null if there is none. */
function blockingProblem({ run, resultId, merged }: ReadyRun, space: Row<'Space'> | null, source: object | null) {
  if (space) return space.editMode === 'locked' ? waitForUnlock(space.id) : null;
  if (merged.head === null)
    return source ? null : { error: `The space ${run.source.id} is deleted; restore it to translate it` };
  return { error: `The space ${resultId} was deleted while the translation was run; run it again to make another one` };
}

/**
 * Reports whether the current run of a translation is still `ready.run`. Another attempt may have ended that run, and
 * begun another one.
 */
function isSameRun({ status, jobId, runStartedAt }: Translation, { run, jobId: own }: ReadyRun): boolean {
  if (status !== 'running' || jobId !== own || runStartedAt === null) return false;
  return new Date(runStartedAt).getTime() === run.startedAt.getTime();
}

/** Locks and returns the space of earlier runs; null if it is deleted. */
async function lockResult(unit: UnitOfWork, id: string): Promise<Row<'Space'> | null> {
  await unit.tx.lock('Space', id);
  const space = await findRow(unit, 'Space', id);
  return space && space.deletedAt === null ? space : null;
}

/** Locks and returns the source, and the parent that will contain the result; null if the source is deleted. */
async function lockSource(unit: UnitOfWork, id: string) {
  const space = await findRow(unit, 'Space', id);
  return space && space.deletedAt === null ? lockSpaceAndParent(unit, id) : null;
}

async function insertResult(
  unit: UnitOfWork,
  { resultId, run, machine }: ReadyRun,
  { source, parent }: Awaited<ReturnType<typeof lockSpaceAndParent>>,
): Promise<void> {
  const { language } = run.translation;
  const title = translatedTitle(machine, run.source.title);
  const settings = { ...copiedSettings(source, parent), language };
  await insertSpace(unit, source.organizationId, { id: resultId, title, ...settings });
  await copyGrants(unit, source, resultId);
}

function translatedTitle({ titles }: MachineContent, title: string): string {
  return truncateTitle(titles.get(title) ?? title);
}

async function writeResult(unit: UnitOfWork, ready: ReadyRun, now: Translation): Promise<void> {
  const { resultId: spaceId, machine, merged, run, tree } = ready;
  const { organizationId } = now;
  const { revisionId: parentId, title } = await getRow(unit, 'Space', spaceId);
  const branch = { organizationId, spaceId, parentId };
  const { before, manifest: after } = merged;
  const revision = hasSameContent(before, after)
    ? parentId
    : await appendRevision(unit, branch, { type: 'computed', before, after, blobs: new Map() });
  await storeTree(unit.tx, { organizationId, storedAt: unit.at }, tree);
  const old = await machineBefore(unit, now, ready);
  await saveTranslatedPages(unit, ready);
  const machineTitle = translatedTitle(machine, run.source.title);
  syncTitle(unit, spaceId, { title, before: now.machineTitle, after: machineTitle });
  const pages = changedPages(old, machine.manifest);
  const result = { resultSpaceId: spaceId, resultRevisionId: revision, sourceRevisionId: run.revision.id };
  await endRun(unit, now, { pages, result: { ...result, machineRootHash: tree.root, machineTitle } });
  const changes = { space: spaceId, revision, language: now.language };
  if (revision !== now.resultRevisionId)
    await enqueueComputedUpdate(unit.tx, { organizationId, kind: 'translation', names: [now.id] });
  unit.record({ organizationId, action: 'finishTranslation', targetId: now.id, spaceId, changes });
}

/** Returns the machine translation that the last run wrote to the same result space. */
async function machineBefore({ tx }: UnitOfWork, now: Translation, { merged }: ReadyRun): Promise<Manifest> {
  const { organizationId, machineRootHash: rootHash } = now;
  if (merged.head === null || rootHash === null) return emptyManifest;
  return readManifest(tx.read, { organizationId, rootHash });
}

/** Counts the documents that are new or have another text, title, link title or description than before. */
function changedPages(before: Manifest, after: Manifest): number {
  const { pageById } = manifestIndex(before);
  const isChanged = ({ id, blob, title, linkTitle, description }: Manifest['pages'][number]) => {
    const old = pageById.get(id)?.page;
    return (
      old?.blob !== blob || old?.title !== title || old?.linkTitle !== linkTitle || old?.description !== description
    );
  };
  return manifestIndex(after).pages.filter(({ page }) => page.type === 'document' && isChanged(page)).length;
}

/** Updates the title of the result when the title of the source changes, unless users have edited it. */
function syncTitle(
  { tx }: UnitOfWork,
  spaceId: string,
  { title, before, after }: { title: string; before: string | null; after: string },
): void {
  if (title !== before || before === after) return;
  bufferUpdate(tx, { table: 'Space', where: { id: spaceId }, set: { title: after } });
}

/** Result of a run. */
interface Outcome {
  pages: number;
  result: object;
}

async function endRun(unit: UnitOfWork, now: Translation, { pages, result }: Outcome): Promise<void> {
  const { tx, at } = unit;
  const duration = Math.min(at.getTime() - new Date(now.runStartedAt!).getTime(), 2_147_483_647 - now.totalDuration);
  const latest = { latestPages: pages, latestWords: now.runWords, latestRunDuration: duration };
  const add = { runs: 1, totalPages: pages, totalWords: now.runWords, totalDuration: duration };
  const ended = { runStartedAt: null, runRevisionId: null, runWords: 0, error: null, updatedAt: at };
  // A run that was requested during this run begins after this transaction.
  const next = now.isRunAgain ? { status: 'pending', isRunAgain: false, jobId: await translateLater(tx, now) } : {};
  const set = { status: 'completed', ...latest, ...ended, ...result, ...next };
  bufferUpdate(tx, { table: 'Translation', where: { id: now.id }, set, add });
}
