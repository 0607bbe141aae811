import { AppError, notFound } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { wakeWorkers } from '../../platform/jobs/enqueue.js';
import { findVisible } from '../shared/find-visible.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';
import { requirePlace } from './check-place.js';
import { lockExistingTranslation, type TranslationName } from './lock-translation.js';
import { translateLater } from './translate-later.js';

type Translation = Row<'Translation'>;

/**
 * Enqueues a run of a translation. Does nothing while a run is queued. During a run, another run is added after it.
 * @throws NOT_FOUND, also if the viewer may not read the source.
 * @throws FORBIDDEN, also if the viewer may not create content next to the source; CONFLICT if the source is deleted.
 */
export function runTranslation(actor: Actor, name: TranslationName): Promise<void> {
  return runAction(actor, async (unit) => {
    const translation = await lockExistingTranslation(unit, name, 'translation.edit');
    await checkSourceAccess(unit, translation);
    const { id, organizationId } = translation;
    await requestRun(unit, translation);
    unit.record({
      organizationId,
      action: 'runTranslation',
      targetId: id,
      changes: { language: translation.language },
    });
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
 * Enqueues a run of a locked translation. If a job is running the translation, the new run is added after it, in
 * another job. Otherwise a waiting or new job runs it.
 */
export async function requestRun({ tx, actorId }: RunRequest, translation: Translation): Promise<void> {
  const { id } = translation;
  const job = await lockJob(tx, translation.jobId);
  const requestColumns = { runById: actorId, isLockedOut: false };
  // A job that has completed or failed its run, but has not ended yet, does not count as running this translation.
  const isRunning = job?.status === 'running' && translation.status !== 'completed' && translation.error === null;
  // Clears the revision of the source, because an earlier attempt may have read a former head.
  const resetColumns = { status: 'pending', error: null, runStartedAt: null, runRevisionId: null };
  const set = isRunning
    ? { ...requestColumns, isRunAgain: true }
    : { ...requestColumns, ...resetColumns, jobId: await findOrAddJob(tx, translation, job) };
  bufferUpdate(tx, { table: 'Translation', where: { id }, set });
}

/**
 * Returns the id of a job for the run. Uses a job that waits for its first attempt or a retry, whose next attempt then
 * starts immediately. Otherwise adds a job.
 */
async function findOrAddJob(tx: Transaction, translation: Translation, job: Row<'Job'> | null): Promise<string> {
  if (job?.status !== 'waiting') return translateLater(tx, translation);
  if (new Date(job.runAt) > new Date()) await startNow(tx, job);
  return job.id;
}

/** Makes the next attempt of a locked job start now. */
async function startNow(tx: Transaction, { id }: Row<'Job'>): Promise<void> {
  const runAt = new Date();
  bufferUpdate(tx, { table: 'Job', where: { id }, set: { runAt } });
  wakeWorkers(tx);
}

async function lockJob(tx: Transaction, id: string | null): Promise<Row<'Job'> | null> {
  if (id === null) return null;
  await tx.lock('Job', id);
  return (await tx.read.first(tx.read.sql.selectFrom('Job').selectAll().where('id', '=', id))) ?? null;
}
