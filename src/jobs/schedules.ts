import type { Store } from '../store/store.js';
import type { Transaction } from '../store/transaction.js';
import { enqueue } from './enqueue.js';

/** Work that is done again and again. */
export interface Schedule {
  /** Name of the kind that does it; it is told nothing. */
  kind: string;
  /** Milliseconds: of each such span, counted from 1970, there is one job at most. */
  every: number;
}

/**
 * Adds the jobs whose time has come; any number of instances may do so. None is added while an earlier one of its kind waits or
 * runs. Answers how many were added.
 */
export async function addScheduled(store: Store, schedules: readonly Schedule[]): Promise<number> {
  let added = 0;
  for (const schedule of schedules) {
    const key = keyOf(schedule);
    if (await isThere(store, schedule, key)) continue;
    const isAdded = await store.transaction(async (tx) => {
      await tx.lockName(`schedule ${schedule.kind}`);
      if (await isThere(tx, schedule, key)) return false;
      await enqueue(tx, { kind: schedule.kind, payload: null, organizationId: null, key });
      return true;
    });
    if (isAdded) added += 1;
  }
  return added;
}

/** Names the span of time that it is now. */
function keyOf({ kind, every }: Schedule): string {
  return `${kind} ${new Date(Math.floor(Date.now() / every) * every).toISOString()}`;
}

/** Whether the job of this span was added, or an earlier one goes on. */
async function isThere({ read }: Pick<Transaction, 'read'>, { kind }: Schedule, key: string): Promise<boolean> {
  const jobs = read.sql.selectFrom('Job').select('id').limit(1);
  if (await read.first(jobs.where('key', '=', key))) return true;
  const goesOn = jobs.where('kind', '=', kind).where(read.inList('status', ['waiting', 'running']));
  return (await read.first(goesOn)) !== undefined;
}
