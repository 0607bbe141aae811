import type { Row } from '../db/query/rows.js';
import type { Values } from '../db/write/change-rows.js';
import type { Store } from '../db/write/store.js';
import type { Transaction } from '../db/write/transaction.js';
import { wakeWorkers } from './enqueue.js';

/** How long attempts hold their jobs, and how long jobs wait between attempts. */
export interface lockWaitMs {
  /** Milliseconds for which an attempt holds its job; `renewLease` renews it. */
  lease: number;
  /** Milliseconds until the second attempt; each further one waits four times as long. */
  backoff: number;
}

/** Attempts after which a job is dead. */
export const maxAttempts = 5;

/** A job that an attempt holds: no other attempt starts it. */
export type HeldJob = Row<'Job'> & { owner: string };

/** Columns of a job that is not held by an attempt. */
export const released = { owner: null, lockedUntil: null };

/** Renews the lease of a job and writes its progress; returns false if another attempt holds the job. */
export function renewLease(
  store: Store,
  job: HeldJob,
  renewal: Progress & Pick<lockWaitMs, 'lease'>,
): Promise<boolean> {
  const { done, total, lease } = renewal;
  return change(store, job, { data: { done, total, lockedUntil: new Date(Date.now() + lease) } });
}

/** Units that are done, and all units. */
export interface Progress {
  done: number;
  total: number;
}

/** Marks a job as done. */
export function finish(store: Store, job: HeldJob, progress: Progress): Promise<boolean> {
  const data = { ...progress, ...released, status: 'done', error: null, finishedAt: new Date() };
  return change(store, job, { data });
}

/** Requeues a job that the process aborted, as before the attempt; another instance may start it at once. */
export function requeue(store: Store, job: HeldJob): Promise<boolean> {
  const data = { ...released, status: 'waiting', runAt: new Date(), attempts: job.attempts - 1 };
  return change(store, job, { data, also: wakeWorkers });
}

/** Ends a failed attempt: the job waits for the next attempt, each time longer, or is dead. */
export function fail(store: Store, job: HeldJob, failure: { error: string; backoff: number }): Promise<boolean> {
  const error = failure.error.slice(0, longestError);
  const data =
    job.attempts >= maxAttempts
      ? { ...released, status: 'dead', error, finishedAt: new Date() }
      : { ...released, status: 'waiting', error, runAt: nextAttempt(job, failure.backoff) };
  return change(store, job, { data });
}

/** Most characters that are stored of an error message. */
const longestError = 1000;

function nextAttempt({ attempts }: HeldJob, backoff: number): Date {
  return new Date(Date.now() + backoff * 4 ** (attempts - 1));
}

/** A change of a job, and further work in its transaction. */
interface Change {
  data: Values<'Job'>;
  also?: (tx: Transaction) => void;
}

/** Changes a job while an attempt holds it; returns false if the attempt no longer holds it. */
function change(store: Store, { id, owner, organizationId }: HeldJob, { data, also }: Change): Promise<boolean> {
  return store.transaction(async (tx) => {
    const update = tx.read.sql
      .updateTable('Job')
      .set(data as object)
      .where('id', '=', id)
      .where('owner', '=', owner);
    if (!(await tx.read.first(update.where('status', '=', 'running').returning('id')))) return false;
    // Subscribers to events of the organization also receive those of its jobs.
    if (organizationId !== null) tx.announce(organizationId);
    also?.(tx);
    return true;
  });
}
