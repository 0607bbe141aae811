import type { Json } from '../../engine/base/types.js';
import { newId } from '../base/ids.js';
import { bufferUpdate } from '../db/write/change-rows.js';
import { bufferInsertIfFew, insertRows } from '../db/write/insert-rows.js';
import type { Transaction } from '../db/write/transaction.js';
import type { Lane } from './lanes.js';

/** A job to add. */
export interface NewJob {
  /** Name of its kind. */
  kind: string;
  /** Input of the job. APIs do not return it. */
  payload: Json;
  /** Organization that the job works for. Its admins can see the job. Null for jobs of the operator. */
  organizationId: string | null;
  /** Lane in which the job runs; default: `computing`. */
  lane?: Lane;
  /**
   * Queue of a job without an organization, so that it does not delay other such jobs. Default: the queue that these
   * jobs share.
   */
  ownQueue?: string;
  /**
   * At most one job with the same key waits for its first run. Adding a second one returns the first, unchanged except
   * for its lane.
   */
  key?: string;
  /** Earliest start; default: now. */
  runAt?: Date;
}

/** Topic of the notice that wakes the workers of all instances. */
export const jobsTopic = 'jobs';

/**
 * Adds a job in the transaction that needs it, so that either both are committed or neither. Call it late in the
 * transaction, because other transactions that add the same key wait until this one ends.
 * @returns the id of the job
 */
export async function enqueue(tx: Transaction, job: NewJob): Promise<string> {
  const { key = null, lane = 'computing' } = job;
  for (;;) {
    const row = { ...jobRow(job), key, waitingKey: key };
    await insertRows(tx, { table: 'Job', rows: [row], ignoreExisting: true });
    const waiting = key === null ? row : await lockWaiting(tx, key);
    // A job with this key may have started since the insert. That job does not see the writes of this transaction, so
    // another one is added.
    if (!waiting) continue;
    if (waiting.lane !== lane) bufferUpdate(tx, { table: 'Job', where: { id: waiting.id }, set: lanePosition(job) });
    tx.noteJob({ id: waiting.id, kind: job.kind });
    wakeWorkers(tx);
    return waiting.id;
  }
}

/** Adds jobs without keys, with one statement per some hundred jobs. */
export async function enqueueAll(tx: Transaction, jobs: readonly Omit<NewJob, 'key'>[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(jobRow);
  await bufferInsertIfFew(tx, { table: 'Job', rows });
  rows.forEach(tx.noteJob);
  wakeWorkers(tx);
}

/**
 * Adds jobs that start later and have distinct keys, with one statement per some hundred jobs. A waiting job with one
 * of the keys does not change, but is locked. So it starts after this transaction and sees its writes. Workers find the
 * jobs when they are due.
 */
export async function enqueueLater(
  tx: Transaction,
  jobs: readonly (NewJob & Required<Pick<NewJob, 'key' | 'runAt'>>)[],
): Promise<void> {
  if (jobs.length === 0) return;
  // The order is fixed, so that two transactions cannot deadlock.
  const sorted = jobs.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const rows = sorted.map((job) => ({ ...jobRow(job), key: job.key, waitingKey: job.key }));
  await bufferInsertIfFew(tx, { table: 'Job', rows, conflictColumns: ['waitingKey'], keepsExisting: true });
}

/** Wakes the workers of all instances after the commit. A lost notice delays the job by one poll interval. */
export function wakeWorkers(tx: Pick<Transaction, 'announce'>): void {
  tx.announce(jobsTopic);
}

function jobRow(job: Omit<NewJob, 'key'>) {
  const { kind, payload, organizationId, runAt = new Date() } = job;
  const input = { kind, payload: JSON.stringify(payload), organizationId };
  return { id: newId('Job'), ...input, ...lanePosition(job), status: 'waiting', createdAt: new Date(), runAt };
}

function lanePosition(job: Pick<NewJob, 'lane' | 'organizationId' | 'ownQueue'>) {
  const { lane = 'computing', organizationId, ownQueue = '' } = job;
  return { lane, queue: `${lane}:${organizationId ?? ownQueue}` };
}

/** Returns the waiting job with a key, and locks it, so that it cannot start before this transaction ends. */
async function lockWaiting(tx: Transaction, key: string): Promise<{ id: string; lane: string } | undefined> {
  const query = tx.read.sql.selectFrom('Job').select(['id', 'lane']).where('waitingKey', '=', key);
  const waiting = await tx.read.first(query);
  if (!waiting) return undefined;
  await tx.lock('Job', waiting.id);
  return tx.read.first(query);
}
