import { Logger, run } from 'graphile-worker';
import { sql } from 'kysely';
import { jobQueueSchema } from '../store/job-queue.js';
import type { Store } from '../store/store.js';
import type { Crew } from './crew.js';
import { callFor } from './enqueue.js';
import type { Queue, QueueOptions } from './queue.js';

/**
 * Has graphile-worker tell of jobs whose time has come; which attempt has a job is told by its row alone. graphile-worker keeps
 * what a killed process had for four hours, so jobs whose attempt is gone are put into the queue again.
 */
export async function followQueue(store: Store, crew: Crew, options: QueueOptions): Promise<Queue> {
  const { concurrency, poll, onError } = options;
  const runner = await run({
    connectionString: store.directUrl,
    schema: jobQueueSchema,
    concurrency,
    maxPoolSize: concurrency + 2,
    noHandleSignals: true,
    parsedCronItems: [],
    pollInterval: poll,
    logger: new Logger(() => () => {}),
    taskList: {
      run: async (payload) => void (await crew.workOne((payload as { id: string }).id)),
    },
  });
  runner.promise.catch(onError);
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => callForForgotten(store)).catch(onError);
  }, poll);
  return {
    async close() {
      clearInterval(timer);
      await looking;
      await runner.stop();
    },
  };
}

/** Jobs that one look puts into the queue again. */
const atOnce = 100;

/** Puts jobs into the queue again whose attempt is gone, or that it does not have. */
async function callForForgotten(store: Store): Promise<void> {
  const now = new Date().toISOString();
  const queued = sql`select 1 from ${sql.raw(jobQueueSchema)}.jobs as queued where queued.key = "Job".id
    and queued.attempts < queued.max_attempts and queued.locked_at is null`;
  const isLost = sql<boolean>`"status" = 'running' and "lockedUntil" <= ${now}`;
  const isForgotten = sql<boolean>`"status" = 'waiting' and "runAt" <= ${now}`;
  const jobs = store.sql
    .selectFrom('Job')
    .select('id')
    .where(sql<boolean>`(${isLost} or ${isForgotten}) and not exists (${queued})`)
    .limit(atOnce);
  const ids = await store.read.all(jobs);
  if (ids.length === 0) return;
  await store.transaction(async (tx) => {
    for (const { id } of ids) await callFor(tx, id, new Date());
  });
}
