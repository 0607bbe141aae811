import { AppError, notFound } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { wakeWorkers } from '../../platform/jobs/enqueue.js';
import { findSeen } from '../shared/find-seen.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';
import { requirePlace } from './judge-source.js';
import { lockPresent, type TranslationName } from './lock-translation.js';
import { translateLater } from './translate-later.js';

type Translation = Row<'Translation'>;

/**
 * Has a translation run in the background. While it waits to be run this changes nothing; while it runs, it is run once more
 * afterwards.
 * @throws NOT_FOUND, also for who may not read the source; FORBIDDEN, also for who may not create beside it; CONFLICT where the source
 * is deleted
 */
export function runTranslation(actor: Actor, name: TranslationName): Promise<void> {
  return runAction(actor, async (unit) => {
    const there = await lockPresent(unit, name, 'translation.edit');
    await judge(unit, there);
    const { id, organizationId } = there;
    await askForRun(unit, there);
    unit.record({ organizationId, action: 'runTranslation', targetId: id, changes: { language: there.language } });
  });
}

async function judge(unit: UnitOfWork, { id, sourceSpaceId }: Translation): Promise<void> {
  const source = await findSeen(unit, 'Space', sourceSpaceId);
  if (!source) throw notFound('translation', id);
  if (source.deletedAt !== null)
    throw new AppError('CONFLICT', `The space ${source.id} is deleted; restore it before it is translated`);
  await requirePlace(unit, source);
}

/** Who asks for a run, and in which transaction. */
interface Asking {
  tx: Transaction;
  actorId: string;
}

/** Has a locked translation run behind the transaction: by the job that has it, or another one. */
export async function askForRun({ tx, actorId }: Asking, there: Translation): Promise<void> {
  const { id } = there;
  const job = await lockJob(tx, there.jobId);
  const asked = { runById: actorId, isLockedOut: false };
  // A job that is just ending has read what there was before this, and is no longer this one's.
  const isUnderWay = job?.status === 'running' && there.status !== 'completed' && there.error === null;
  // What an attempt before has read is not the head that was asked for now.
  const anew = { status: 'pending', error: null, runStartedAt: null, runRevisionId: null };
  const set = isUnderWay
    ? { ...asked, isRunAgain: true }
    : { ...asked, ...anew, jobId: await waitingJob(tx, there, job) };
  bufferUpdate(tx, { table: 'Translation', where: { id }, set });
}

/** The job that waits for its first attempt, or for the next one after one that failed, which then comes at once; else a new one. */
async function waitingJob(tx: Transaction, there: Translation, job: Row<'Job'> | null): Promise<string> {
  if (job?.status !== 'waiting') return translateLater(tx, there);
  if (new Date(job.runAt) > new Date()) await hasten(tx, job);
  return job.id;
}

/** Brings the next attempt of a locked job forward. */
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
