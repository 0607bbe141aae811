import { randomUUID } from 'node:crypto';
import { bufferUpdate } from '../db/write/change-rows.js';
import type { Store } from '../db/write/store.js';
import type { Transaction } from '../db/write/transaction.js';
import { chooseQueue, isOneOf, type JobFilter } from './choose-queue.js';
import type { LeasedJob, LeaseTimes } from './lease.js';

/**
 * Takes the next due job for one attempt. `chooseQueue` determines the order. Concurrent workers get different jobs,
 * because each skips rows that another worker is taking.
 * @returns null if no job is due, or if other workers are taking all due jobs
 */
export async function takeJob(
  store: Store,
  filter: JobFilter,
  { lease }: Pick<LeaseTimes, 'lease'>,
): Promise<LeasedJob | null> {
  const excluded = new Set(filter.excluded);
  for (;;) {
    const queue = await chooseQueue(store.read, { ...filter, excluded });
    if (queue === undefined) return null;
    const job = await store.transaction((tx) => takeFirst(tx, { ...filter, queue }, lease));
    if (job) return job;
    // Other workers are taking all due jobs of this queue. Choosing the queue again would have the same result until
    // they finish.
    excluded.add(queue);
  }
}

type OwnJobs = Pick<JobFilter, 'lane' | 'kinds'> & { queue: string };

async function takeFirst(tx: Transaction, own: OwnJobs, lease: number): Promise<LeasedJob | null> {
  const now = new Date();
  const { read } = tx;
  const due = dueJobs(tx, own, now);
  const found = await read.first(read.provider === 'sqlite' ? due : due.forUpdate().skipLocked());
  if (!found) return null;
  const owner = randomUUID();
  const lockedUntil = new Date(now.getTime() + lease);
  const set = { owner, lockedUntil, status: 'running', startedAt: now, waitingKey: null, done: 0, total: 0 };
  bufferUpdate(tx, { table: 'Job', where: { id: found.id }, set, add: { attempts: 1 } });
  const row = (await read.first(read.sql.selectFrom('Job').selectAll().where('id', '=', found.id)))!;
  if (row.organizationId !== null) tx.announce(row.organizationId);
  return { ...row, owner };
}

function dueJobs({ read }: Transaction, { lane, kinds, queue }: OwnJobs, now: Date) {
  return read.sql
    .selectFrom('Job')
    .select('id')
    .where('lane', '=', lane)
    .where('status', '=', 'waiting')
    .where('queue', '=', queue)
    .where('runAt', '<=', now.toISOString())
    .where(isOneOf(read, kinds))
    .orderBy('runAt')
    .orderBy('id')
    .limit(1);
}
