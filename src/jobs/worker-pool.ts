import type { Store } from '../store/store.js';
import { coalesce } from './coalesce.js';
import { requeueExpired } from './expired-leases.js';
import type { JobKind } from './job-kind.js';
import { createLaneSlots, type LaneSlots } from './lane-slots.js';
import { readLaneStates } from './lane-states.js';
import { type Lane, laneCapacity, lanes } from './lanes.js';
import type { HeldJob, Patience } from './lease.js';
import { runJob } from './run-job.js';
import { takeJob } from './take-job.js';

/** The slots of this process, and the jobs that run in them. */
export interface WorkerPool {
  /** Looks for due jobs and starts them in free slots. One read if no job is due, none if no slot is free. Never rejects. */
  look(): Promise<void>;
  /** Starts no more jobs and waits for the running ones; after `drain` it aborts them, and they wait for another process. */
  close(): Promise<void>;
}

/** How a pool works. */
export interface PoolOptions extends Patience {
  /** Slots per lane, where they differ from the defaults. */
  slots: { readonly [Name in Lane]?: number };
  /** Milliseconds that running jobs have when the pool closes. */
  drain: number;
  /** Receives errors that no job has caused, such as a database that does not answer. */
  onError(error: unknown): void;
}

/** Makes a pool for some kinds of jobs; jobs of other kinds are left to other instances. */
export function createWorkerPool(store: Store, kinds: readonly JobKind[], options: PoolOptions): WorkerPool {
  const { slots, drain, onError } = options;
  const names = kinds.map(({ name }) => name);
  const run = jobRunner(store, kinds, options);
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  let closed: Promise<void> | null = null;
  const workers = lanes.map((lane) => {
    const own = createLaneSlots(lane, laneCapacity(lane, slots[lane]));
    const fill = coalesce(() => fillSlots(own, () => track(fill())), onError);
    return { lane, fill, isFree: own.isAnyFree };
  });
  const look = coalesce(async () => {
    const free = closed || names.length === 0 ? [] : workers.filter(({ isFree }) => isFree());
    const due = new Set(
      await findDueLanes(
        store,
        free.map(({ lane }) => lane),
        names,
      ),
    );
    await Promise.all(free.filter(({ lane }) => due.has(lane)).map(({ fill }) => fill()));
  }, onError);

  async function fillSlots(own: LaneSlots, refill: () => void): Promise<void> {
    while (!closed && own.isAnyFree()) {
      const job = await takeJob(store, { ...own.filter(), kinds: names }, options);
      if (!job) return;
      own.occupy(job);
      track(run(job, stop.signal).finally(() => own.release(job))).finally(refill);
    }
  }
  function track(work: Promise<void>): Promise<void> {
    const ended = work.catch(onError).finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  }
  async function endRunning(): Promise<void> {
    const timer = setTimeout(() => stop.abort(new Error('The process stops')), drain);
    // A job that is being taken starts, and is then waited for, too.
    while (underWay.size > 0) await Promise.allSettled(underWay);
    clearTimeout(timer);
  }
  return {
    look: () => track(look()),
    close() {
      closed ??= endRunning();
      return closed;
    },
  };
}

type Run = (job: HeldJob, signal: AbortSignal) => Promise<void>;

function jobRunner(store: Store, kinds: readonly JobKind[], options: PoolOptions): Run {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const { onError } = options;
  return (job, signal) => runJob(byName.get(job.kind)!, job, { store, patience: options, signal, onError });
}

/** Those of some lanes that have due jobs, after expired leases have ended. */
async function findDueLanes(store: Store, free: readonly Lane[], kinds: readonly string[]): Promise<Lane[]> {
  if (free.length === 0) return [];
  const states = await readLaneStates(store.read, free, kinds);
  if (states.some(({ isExpired }) => isExpired)) await requeueExpired(store);
  return states.filter(({ isDue, isExpired }) => isDue || isExpired).map(({ lane }) => lane);
}
