import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { lockRow } from './lock-translation.js';

type Translation = Row<'Translation'>;

/** A run in progress. */
export interface BegunRun {
  /** Row of the translation when the run began. */
  translation: Translation;
  /** Start time of the run, which later attempts of the same run do not change. */
  startedAt: Date;
  /** Revision of the source that the run reads. */
  revision: Row<'Revision'>;
  source: Row<'Space'>;
  /** Result space of earlier runs; null if there is none or it was deleted. */
  result: Row<'Space'> | null;
}

/**
 * Begins the run of a job, or continues it with the revision of the source that the first attempt read. Returns null if
 * the translation was deleted, if this job completed the run, or if another job runs the translation.
 */
export function beginRun(store: Store, id: string, jobId: string): Promise<BegunRun | { stuck: string } | null> {
  return store.transaction(async (tx) => {
    const row = await lockRow({ tx }, id);
    if (!row || !(await isOwn(tx, row, jobId))) return null;
    const source = await readSpace(tx, row.sourceSpaceId);
    const result = row.resultSpaceId === null ? null : await readSpace(tx, row.resultSpaceId);
    if (!source)
      return stop(tx, row, { error: `The space ${row.sourceSpaceId} is deleted; restore it to translate it` });
    if (result?.editMode === 'locked') return stop(tx, row, waitForUnlock(result.id));
    const goesOn = row.runStartedAt !== null && row.runRevisionId !== null && row.jobId === jobId;
    const startedAt = goesOn ? new Date(row.runStartedAt!) : new Date();
    const runRevisionId = goesOn ? row.runRevisionId! : source.revisionId;
    const fresh = goesOn ? {} : { runStartedAt: startedAt, runRevisionId, isRunAgain: false };
    const set = { ...fresh, status: 'running', error: null, isLockedOut: false, jobId };
    bufferUpdate(tx, { table: 'Translation', where: { id }, set });
    const revisions = tx.read.sql.selectFrom('Revision').selectAll().where('id', '=', runRevisionId);
    const revision = (await tx.read.first(revisions))!;
    return { translation: row, startedAt, revision, source, result };
  });
}

/** Returns the state of a run that waits until its result space is unlocked. */
export function waitForUnlock(spaceId: string): { error: string; isLockedOut: true } {
  return { error: `The space ${spaceId} is locked; the translation is run once that is over`, isLockedOut: true };
}

/** Ends a run that can only continue after an action of a user, so that it is not retried. */
export function stop(
  tx: Transaction,
  { id }: Translation,
  why: { error: string; isLockedOut?: boolean },
): { stuck: string } {
  const set = { status: 'pending', runStartedAt: null, runRevisionId: null, ...why };
  bufferUpdate(tx, { table: 'Translation', where: { id }, set });
  return { stuck: why.error };
}

/**
 * Reports whether a run belongs to this job. If a job was given up and is replayed, it takes over the run unless
 * another job has it.
 */
async function isOwn(tx: Transaction, { jobId: current, status }: Translation, jobId: string): Promise<boolean> {
  if (current === jobId) return status !== 'completed';
  if (current === null) return true;
  const job = await tx.read.first(tx.read.sql.selectFrom('Job').select('status').where('id', '=', current));
  return job?.status !== 'waiting' && job?.status !== 'running';
}

/** Returns a space that exists and is not in the recycle bin. */
async function readSpace({ read }: Transaction, id: string): Promise<Row<'Space'> | null> {
  const query = read.sql.selectFrom('Space').selectAll().where('id', '=', id).where('deletedAt', 'is', null);
  return (await read.first(query)) ?? null;
}
