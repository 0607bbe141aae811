import type { Store } from '../db/write/store.js';
import { coalesce } from './coalesce.js';
import { requeueExpired } from './expired-leases.js';
import type { JobKind } from './job-kind.js';
import { createLaneSlots, type LaneSlots } from './lane-slots.js';
import { readLaneStates } from './lane-states.js';
import { type Lane, laneCapacity, lanes } from './lanes.js';
import type { LeasedJob, LeaseTimes } from './lease.js';
import { createPendingWork } from './pending-work.js';
import { type Attempt, runJob } from './run-job.js';
import { takeJob } from './take-job.js';

/** Runs jobs of this process in a limited number of slots. */
export interface WorkerPool {
  /**
   * Looks for due jobs and starts them in free slots. If no job is due, this takes one read; if no slot is free, none.
   * Never rejects.
   */
  look(): Promise<void>;
  /**
   * Starts no further jobs and waits for the running ones. After `drain`, aborts and requeues them for another process.
   */
  close(): Promise<void>;
}

/** Options of a pool. */
export interface PoolOptions extends LeaseTimes {
  /** Numbers of slots that differ from the defaults, by lane. */
  slots: { readonly [Name in Lane]?: number };
  /** How long running jobs may continue when the pool closes, in milliseconds. */
  drain: number;
  /** Receives errors that no job has caused, such as a database that does not respond. */
  onError(error: unknown): void;
  /** Called for each attempt that has ended. */
  onEnd?: Attempt['onEnd'];
}

/** Creates a pool that runs only jobs of the given kinds; other instances may run other kinds. */
export function createWorkerPool(store: Store, kinds: readonly JobKind[], options: PoolOptions): WorkerPool {
  const { slots, drain, onError } = options;
  const names = kinds.map(({ name }) => name);
  const run = jobRunner(store, kinds, options);
  const { track, settled } = createPendingWork(onError);
  const stop = new AbortController();
  let closed: Promise<void> | null = null;
  const workers = lanes.map((lane) => {
    const own = createLaneSlots(lane, laneCapacity(lane, slots[lane]));
    const fill = coalesce(() => fillSlots(own, () => track(fill())), onError);
    return { lane, fill, isAnyFree: own.isAnyFree };
  });
  const poll = coalesce(async () => {
    const free = workers.filter(({ isAnyFree }) => isAnyFree());
    if (closed || names.length === 0 || free.length === 0) return;
    const due = await findDueLanes(store, lanesOf(free), kinds);
    await Promise.all(free.filter(({ lane }) => due.includes(lane)).map(({ fill }) => fill()));
  }, onError);

  async function fillSlots(own: LaneSlots, refill: () => void): Promise<void> {
    while (!closed && own.isAnyFree()) {
      const job = await takeJob(store, { ...own.filter(), kinds: names }, options);
      if (!job) return;
      own.occupy(job);
      track(run(job, stop.signal).finally(() => own.release(job))).finally(refill);
    }
  }
  async function endRunning(): Promise<void> {
    const timer = setTimeout(() => stop.abort(new Error('The process stops')), drain);
    // A job that the pool is just taking from the queue will still start; `settled` also waits for that job.
    await settled();
    clearTimeout(timer);
  }
  return {
    look: () => track(poll()),
    close() {
      closed ??= endRunning();
      return closed;
    },
  };
}

type Run = (job: LeasedJob, signal: AbortSignal) => Promise<void>;

function jobRunner(store: Store, kinds: readonly JobKind[], options: PoolOptions): Run {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const { onError, onEnd } = options;
  return (job, signal) => runJob(byName.get(job.kind)!, job, { store, patience: options, signal, onError, onEnd });
}

const lanesOf = (workers: readonly { lane: Lane }[]): Lane[] => workers.map(({ lane }) => lane);

/** Returns the lanes that have due jobs. First requeues jobs whose lease has expired. */
async function findDueLanes(store: Store, free: readonly Lane[], kinds: readonly JobKind[]): Promise<Lane[]> {
  const names = kinds.map(({ name }) => name);
  const states = await readLaneStates(store.read, free, names);
  if (states.some(({ isExpired }) => isExpired)) await requeueExpired(store, kinds);
  return lanesOf(states.filter(({ isDue, isExpired }) => isDue || isExpired));
}
