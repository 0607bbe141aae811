import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { updateLater, type Values } from '../store/change-rows.js';
import type { Row } from '../store/rows.js';
import type { Store } from '../store/store.js';
import type { Transaction } from '../store/transaction.js';
import { callFor } from './enqueue.js';

/** How jobs are begun, held and begun again. */
export interface Patience {
  /** Milliseconds for which an attempt has its job, unless it says again that it is still there. */
  lease: number;
  /** Milliseconds until the second attempt; each next one waits four times as long. */
  backoff: number;
}

/** Attempts that a job has before it is given up. */
export const maxAttempts = 5;

/** A job that an attempt has: nobody else begins it while it does. */
export type HeldJob = Row<'Job'> & { owner: string };

/** Which jobs are looked at: of these kinds, and one of them where its id is given. */
export interface Wanted {
  kinds: readonly string[];
  id?: string | undefined;
}

/** Whether a job is to be begun: it waits and its time has come, or the attempt that had it is gone. */
export async function findDue({ read }: Pick<Store, 'read'>, wanted: Wanted): Promise<string | null> {
  return (await read.first(dueJobs(read, wanted, new Date().toISOString())))?.id ?? null;
}

/**
 * Takes the next job that is due, for one attempt; null where there is none. Of several who ask at a time each gets another. One
 * whose last attempt was killed, too, is given up.
 */
export async function takeJob(store: Store, wanted: Wanted, { lease }: Patience): Promise<HeldJob | null> {
  for (;;) {
    const job = await store.transaction((tx) => take(tx, wanted, lease));
    if (!job || job.attempts <= maxAttempts) return job;
    await giveUp(store, job, 'The process ended while it worked on it');
  }
}

async function take(tx: Transaction, wanted: Wanted, lease: number): Promise<HeldJob | null> {
  const now = new Date();
  const { read } = tx;
  const due = dueJobs(read, wanted, now.toISOString());
  const found = await read.first(read.provider === 'sqlite' ? due : due.forUpdate().skipLocked());
  if (!found) return null;
  const owner = randomUUID();
  const lockedUntil = new Date(now.getTime() + lease);
  const begun = { owner, lockedUntil, status: 'running', startedAt: now, waitingKey: null, done: 0, total: 0 };
  updateLater(tx, { table: 'Job', where: { id: found.id }, set: begun, add: { attempts: 1 } });
  const row = await read.first(read.sql.selectFrom('Job').selectAll().where('id', '=', found.id));
  if (row!.organizationId !== null) tx.announce(row!.organizationId);
  return { ...row!, owner };
}

function dueJobs({ sql: build, inList }: Store['read'], { kinds, id }: Wanted, now: string) {
  let query = build
    .selectFrom('Job')
    .select('id')
    .where(inList('kind', [...kinds]));
  if (id !== undefined) query = query.where('id', '=', id);
  const waits = sql<boolean>`"status" = 'waiting' and "runAt" <= ${now}`;
  const isLost = sql<boolean>`"status" = 'running' and "lockedUntil" <= ${now}`;
  return query.where(sql<boolean>`(${waits} or ${isLost})`).orderBy('runAt').orderBy('id').limit(1);
}

/** Says that an attempt is still there, and how far it is; false where its job is another's by now. */
export function keepJob(store: Store, job: HeldJob, kept: Progress & Pick<Patience, 'lease'>): Promise<boolean> {
  const { done, total, lease } = kept;
  return change(store, job, { data: { done, total, lockedUntil: new Date(Date.now() + lease) } });
}

/** How much is done of how much. */
export interface Progress {
  done: number;
  total: number;
}

/** Ends a job that is done. */
export function finish(store: Store, job: HeldJob, progress: Progress): Promise<boolean> {
  const data = { ...progress, ...released, status: 'done', error: null, finishedAt: new Date() };
  return change(store, job, { data });
}

/** Gives a job back that was not done, through no fault of its own: it waits as before the attempt. */
export function handBack(store: Store, job: HeldJob): Promise<boolean> {
  return waitAgain(store, job, { runAt: new Date(), attempts: job.attempts - 1 });
}

/** Ends an attempt that failed: the job waits for another one, each time longer, or is given up. */
export function fail(store: Store, job: HeldJob, failure: { error: string; backoff: number }): Promise<boolean> {
  const error = failure.error.slice(0, longestError);
  if (job.attempts >= maxAttempts) return giveUp(store, job, error);
  const runAt = new Date(Date.now() + failure.backoff * 4 ** (job.attempts - 1));
  return waitAgain(store, job, { runAt, error });
}

/** Longest message that is kept of an error, in characters. */
const longestError = 1000;

function giveUp(store: Store, job: HeldJob, error: string): Promise<boolean> {
  return change(store, job, { data: { ...released, status: 'dead', error, finishedAt: new Date() } });
}

function waitAgain(store: Store, job: HeldJob, columns: { runAt: Date; attempts?: number; error?: string }) {
  return change(store, job, {
    data: { ...released, ...columns, status: 'waiting' },
    behind: (tx) => callFor(tx, job.id, columns.runAt),
  });
}

const released = { owner: null, lockedUntil: null };

/** What becomes of a job, and what is done with that. */
interface Change {
  data: Values<'Job'>;
  behind?: (tx: Transaction) => Promise<void>;
}

/** Changes a job while an attempt has it; false where it has not. */
function change(store: Store, { id, owner, organizationId }: HeldJob, { data, behind }: Change): Promise<boolean> {
  return store.transaction(async (tx) => {
    const update = tx.read.sql
      .updateTable('Job')
      .set(data as object)
      .where('id', '=', id)
      .where('owner', '=', owner);
    if (!(await tx.read.first(update.where('status', '=', 'running').returning('id')))) return false;
    // Whoever follows the organization looks at its jobs, too.
    if (organizationId !== null) tx.announce(organizationId);
    await behind?.(tx);
    return true;
  });
}
