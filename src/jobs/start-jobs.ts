import type { Store } from '../store/store.js';
import { createCrew } from './crew.js';
import type { JobKind } from './job-kind.js';
import type { Queue, QueueOptions } from './queue.js';
import { addScheduled, type Schedule } from './schedules.js';

/** Jobs that this process works on. */
export interface Jobs {
  /** Takes no more of them, waits for those under way, and after a while ends them; others go on with what is left. */
  close(): Promise<void>;
}

/** How jobs are worked on; the defaults are those of a server. */
export interface JobOptions {
  /** Jobs that run at once; default 2: what is heavy belongs into threads. */
  concurrency?: number;
  /** Milliseconds for which an attempt has its job; default 30,000. After that a killed process's jobs are begun again. */
  lease?: number;
  /** Milliseconds until the second attempt; default 5,000, and four times as long until each next one. */
  backoff?: number;
  /** Milliseconds between two looks for what nobody told of; default 1,000. */
  poll?: number;
  /** Milliseconds that jobs under way have when the process stops; default 5,000. */
  drain?: number;
  /** What is done again and again; default: nothing. */
  schedules?: readonly Schedule[];
  /** Milliseconds between two looks for schedules whose time has come; default 30,000. */
  pace?: number;
  /** Hears of what went wrong beside the jobs, such as a database that is away. */
  logger?: { warn(detail: object, message: string): void };
}

/** Starts to work on jobs of some kinds. Any number of processes may do so: a job is worked on by one at a time. */
export async function startJobs(store: Store, kinds: readonly JobKind[], options: JobOptions = {}): Promise<Jobs> {
  const { concurrency = 2, lease = 30_000, backoff = 5_000, poll = 1_000, drain = 5_000, logger } = options;
  const onError = (error: unknown): void => logger?.warn({ err: error }, 'jobs cannot be worked on at the moment');
  const crew = createCrew(store, kinds, { lease, backoff, drain, onError });
  const queue = await queues[store.provider]({ concurrency, poll, onError }, { store, crew });
  const clock = keepTime(store, options, onError);
  let closed: Promise<unknown> | null = null;
  return {
    async close() {
      closed ??= Promise.all([clock.close(), queue.close(), crew.close()]);
      await closed;
    },
  };
}

/** Looks for schedules whose time has come, at once and then at every tick. */
function keepTime(
  store: Store,
  { schedules = [], pace = 30_000 }: JobOptions,
  onError: (error: unknown) => void,
): Queue {
  let adding: Promise<unknown> = Promise.resolve();
  const add = (): void => {
    adding = adding.then(() => addScheduled(store, schedules)).catch(onError);
  };
  add();
  const timer = setInterval(add, pace);
  return {
    async close() {
      clearInterval(timer);
      await adding;
    },
  };
}

type Start = (options: QueueOptions, parts: { store: Store; crew: ReturnType<typeof createCrew> }) => Promise<Queue>;

const queues: Record<Store['provider'], Start> = {
  sqlite: async (options, { store, crew }) => (await import('./sqlite-queue.js')).pollJobs(store, crew, options),
  postgresql: async (options, { store, crew }) =>
    (await import('./postgres-queue.js')).followQueue(store, crew, options),
};
