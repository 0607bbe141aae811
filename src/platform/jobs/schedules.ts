import type { Store } from '../db/write/store.js';
import type { Transaction } from '../db/write/transaction.js';
import { enqueue } from './enqueue.js';

/** A job that is added at regular intervals. */
export interface Schedule {
  /** Name of the job kind; the payload of the job is null. */
  kind: string;
  /** Length of an interval in milliseconds. Intervals are counted from 1970, and at most one job is added in each. */
  every: number;
}

/**
 * Adds the job of the current interval for each schedule, unless an earlier job of the same kind is waiting or running.
 * Any number of instances may call it concurrently.
 * @returns the number of jobs that were added
 */
export async function addScheduled(store: Store, schedules: readonly Schedule[]): Promise<number> {
  let added = 0;
  for (const schedule of schedules) {
    const key = intervalKey(schedule);
    if (await isScheduled(store, schedule, key)) continue;
    const isAdded = await store.transaction(async (tx) => {
      await tx.lockName(`schedule ${schedule.kind}`);
      if (await isScheduled(tx, schedule, key)) return false;
      await enqueue(tx, { kind: schedule.kind, payload: null, organizationId: null, key });
      return true;
    });
    if (isAdded) added += 1;
  }
  return added;
}

/** Returns the key of the current interval. */
function intervalKey({ kind, every }: Schedule): string {
  return `${kind} ${new Date(Math.floor(Date.now() / every) * every).toISOString()}`;
}

/**
 * Reports whether the job of this interval was already added, or an earlier job of the same kind is waiting or running.
 */
async function isScheduled({ read }: Pick<Transaction, 'read'>, { kind }: Schedule, key: string): Promise<boolean> {
  const jobs = read.sql.selectFrom('Job').select('id').limit(1);
  if (await read.first(jobs.where('key', '=', key))) return true;
  const unfinished = jobs.where('kind', '=', kind).where(read.inList('status', ['waiting', 'running']));
  return (await read.first(unfinished)) !== undefined;
}
