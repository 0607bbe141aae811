import type { Row } from '../db/query/rows.js';
import type { Values } from '../db/write/change-rows.js';
import type { Store } from '../db/write/store.js';
import type { Transaction } from '../db/write/transaction.js';
import { wakeWorkers } from './enqueue.js';

/** How long an attempt owns its job, and how long a job waits between attempts. */
export interface LeaseTimes {
  /** Number of milliseconds that an attempt owns its job; `renewLease` starts this time again. */
  lease: number;
  /** Milliseconds between the first and the second attempt. Each later wait is four times as long as the one before. */
  backoff: number;
}

/** Maximum number of attempts at a job, unless its kind defines another one. */
export const maxAttempts = 5;

/** A job that an attempt owns, so that no other attempt can start it. */
export type LeasedJob = Row<'Job'> & { owner: string };

/** Column values of a job that no attempt owns. */
export const released = { owner: null, lockedUntil: null };

/** Renews the lease of a job and stores its progress. Returns false if another attempt owns the job. */
export function renewLease(
  store: Store,
  job: LeasedJob,
  renewal: Progress & Pick<LeaseTimes, 'lease'>,
): Promise<boolean> {
  const { done, total, lease } = renewal;
  return updateLeasedJob(store, job, { data: { done, total, lockedUntil: new Date(Date.now() + lease) } });
}

/** Progress of a job in units of work: how many are done, and how many there are in total. */
export interface Progress {
  done: number;
  total: number;
}

/** Marks a job as done. */
export function finish(store: Store, job: LeasedJob, progress: Progress): Promise<boolean> {
  const data = { ...progress, ...released, status: 'done', error: null, finishedAt: new Date() };
  return updateLeasedJob(store, job, { data });
}

/**
 * Requeues a job whose attempt was aborted because the process stops. The attempt does not count, and another instance
 * may start the job immediately.
 */
export function requeue(store: Store, job: LeasedJob): Promise<boolean> {
  const data = { ...released, status: 'waiting', runAt: new Date(), attempts: job.attempts - 1 };
  return updateLeasedJob(store, job, { data, also: wakeWorkers });
}

/** A failed attempt. */
interface Failure {
  error: string;
  /** Milliseconds between the first and the second attempt. */
  backoff: number;
  /** Maximum number of attempts of the job. */
  attempts: number;
}

/** Ends a failed attempt. The job waits for the next attempt, longer after each failure, or is dead. */
export function fail(store: Store, job: LeasedJob, failure: Failure): Promise<boolean> {
  const error = failure.error.slice(0, maxErrorLength);
  const data =
    job.attempts >= failure.attempts
      ? { ...released, status: 'dead', error, finishedAt: new Date() }
      : { ...released, status: 'waiting', error, runAt: nextAttempt(job, failure.backoff) };
  return updateLeasedJob(store, job, { data });
}

/** Maximum length of a stored error message, in characters. */
const maxErrorLength = 1000;

function nextAttempt({ attempts }: LeasedJob, backoff: number): Date {
  return new Date(Date.now() + backoff * 4 ** (attempts - 1));
}

/** A change of a job, and further writes in the same transaction. */
interface Change {
  data: Values<'Job'>;
  also?: (tx: Transaction) => void;
}

/** Changes a job that an attempt owns. Returns false if the attempt no longer owns it. */
function updateLeasedJob(
  store: Store,
  { id, owner, organizationId }: LeasedJob,
  { data, also }: Change,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const update = tx.read.sql
      .updateTable('Job')
      .set(data as object)
      .where('id', '=', id)
      .where('owner', '=', owner);
    if (!(await tx.read.first(update.where('status', '=', 'running').returning('id')))) return false;
    // Notifies subscribers to the events of the organization, because they also receive changes of its jobs.
    if (organizationId !== null) tx.announce(organizationId);
    also?.(tx);
    return true;
  });
}
