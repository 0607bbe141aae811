import type { Store } from '../db/write/store.js';
import { coalesce } from './coalesce.js';
import { jobsTopic } from './enqueue.js';
import type { JobKind } from './job-kind.js';
import type { Lane } from './lanes.js';
import { addScheduled, type Schedule } from './schedules.js';
import { createWorkerPool, type PoolOptions } from './worker-pool.js';

/** The jobs that run in this process. */
export interface Jobs {
  /**
   * Starts no further jobs and waits for the running ones. After `drain`, aborts them. Other instances run the
   * remaining jobs.
   */
  close(): Promise<void>;
}

/** Options for running jobs. The defaults are suitable for a server. */
export interface JobOptions {
  /**
   * Maximum number of jobs that run at the same time, per lane; default: 2 computing and 8 fetching jobs. CPU-intensive
   * work belongs in worker threads.
   */
  slots?: { readonly [Name in Lane]?: number };
  /**
   * Number of milliseconds that an attempt owns its job; default: 30,000. If a process is killed, another attempt takes
   * over its jobs after this time.
   */
  lease?: number;
  /**
   * Milliseconds between the first and the second attempt; default: 5,000. Each later wait is four times as long as the
   * one before.
   */
  backoff?: number;
  /** Milliseconds between two polls of the job table; default: 1,000. The notice of a new job starts a poll earlier. */
  poll?: number;
  /** How long running jobs may continue when the process stops, in milliseconds; default: 5,000. */
  drain?: number;
  /** Jobs that are added at regular intervals; default: none. */
  schedules?: readonly Schedule[];
  /** Milliseconds between two checks for due schedules; default: 30,000. */
  pace?: number;
  /** Receives errors that no job has caused, such as a database that does not respond. */
  logger?: { warn(detail: object, message: string): void };
  /** Called for each attempt that has ended. */
  onEnd?: PoolOptions['onEnd'];
}

/**
 * Starts to run jobs of the given kinds. Any number of processes may do this: each job runs in only one process at a
 * time.
 */
export function startJobs(store: Store, kinds: readonly JobKind[], options: JobOptions = {}): Jobs {
  const { slots = {}, lease = 30_000, backoff = 5_000, poll = 1_000, drain = 5_000, logger, onEnd } = options;
  const { schedules = [], pace = 30_000 } = options;
  const onError = (error: unknown): void => logger?.warn({ err: error }, 'cannot run jobs at the moment');
  const pool = createWorkerPool(store, kinds, { slots, lease, backoff, drain, onError, onEnd });
  const leave = store.notices.listen((topic) => {
    if (topic === jobsTopic) pool.look();
  });
  const polling = runEvery(poll, pool.look);
  const scheduling = runEvery(
    pace,
    coalesce(async () => void (await addScheduled(store, schedules)), onError),
  );
  let closed: Promise<unknown> | null = null;
  return {
    async close() {
      leave();
      closed ??= Promise.all([scheduling.stop(), polling.stop(), pool.close()]);
      await closed;
    },
  };
}

/** Runs a function immediately, and then at regular intervals in milliseconds. */
function runEvery(interval: number, run: () => Promise<void>): { stop(): Promise<void> } {
  let last = run();
  const timer = setInterval(() => {
    last = run();
  }, interval);
  return {
    stop() {
      clearInterval(timer);
      return last;
    },
  };
}
