import { AppError, notFound } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { wakeWorkers } from '../../platform/jobs/enqueue.js';
import { findVisible } from '../shared/find-visible.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';
import { requirePlace } from './check-place.js';
import { lockPresent, type TranslationName } from './lock-translation.js';
import { translateLater } from './translate-later.js';

type Translation = Row<'Translation'>;

/**
 * Enqueues a run of a translation. Does nothing while a run is queued. While one runs, another run follows it.
 * @throws NOT_FOUND, also if the viewer may not read the source.
 * @throws FORBIDDEN, also if the viewer may not create content next to the source; CONFLICT if the source is deleted.
 */
export function runTranslation(actor: Actor, name: TranslationName): Promise<void> {
  return runAction(actor, async (unit) => {
    const there = await lockPresent(unit, name, 'translation.edit');
    await checkSourceAccess(unit, there);
    const { id, organizationId } = there;
    await askForRun(unit, there);
    unit.record({ organizationId, action: 'runTranslation', targetId: id, changes: { language: there.language } });
  });
}

async function checkSourceAccess(unit: UnitOfWork, { id, sourceSpaceId }: Translation): Promise<void> {
  const source = await findVisible(unit, 'Space', sourceSpaceId);
  if (!source) throw notFound('translation', id);
  if (source.deletedAt !== null)
    throw new AppError('CONFLICT', `The space ${source.id} is deleted; restore it before it is translated`);
  await requirePlace(unit, source);
}

/** Transaction and user of a request for a run. */
interface RunRequest {
  tx: Transaction;
  actorId: string;
}

/**
 * Enqueues a run of a locked translation. If a job is running the translation, the new run follows in another job;
 * otherwise a waiting or new job runs it.
 */
export async function askForRun({ tx, actorId }: RunRequest, there: Translation): Promise<void> {
  const { id } = there;
  const job = await lockJob(tx, there.jobId);
  const requestColumns = { runById: actorId, isLockedOut: false };
  // A job that is about to end has read the earlier state, so it does not count as running this translation.
  const isUnderWay = job?.status === 'running' && there.status !== 'completed' && there.error === null;
  // An earlier attempt may have read another head than the current one.
  const resetColumns = { status: 'pending', error: null, runStartedAt: null, runRevisionId: null };
  const set = isUnderWay
    ? { ...requestColumns, isRunAgain: true }
    : { ...requestColumns, ...resetColumns, jobId: await waitingJob(tx, there, job) };
  bufferUpdate(tx, { table: 'Translation', where: { id }, set });
}

/**
 * Returns the id of a job for the run. A job that waits for its first attempt or a retry is used, and its next attempt
 * starts at once; otherwise a job is added.
 */
async function waitingJob(tx: Transaction, there: Translation, job: Row<'Job'> | null): Promise<string> {
  if (job?.status !== 'waiting') return translateLater(tx, there);
  if (new Date(job.runAt) > new Date()) await hasten(tx, job);
  return job.id;
}

/** Makes the next attempt of a locked job start now. */
async function hasten(tx: Transaction, { id }: Row<'Job'>): Promise<void> {
  const runAt = new Date();
  bufferUpdate(tx, { table: 'Job', where: { id }, set: { runAt } });
  wakeWorkers(tx);
}

async function lockJob(tx: Transaction, id: string | null): Promise<Row<'Job'> | null> {
  if (id === null) return null;
  await tx.lock('Job', id);
  return (await tx.read.first(tx.read.sql.selectFrom('Job').selectAll().where('id', '=', id))) ?? null;
}
