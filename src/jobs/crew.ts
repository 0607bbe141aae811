import type { Store } from '../store/store.js';
import type { JobKind } from './job-kind.js';
import { findDue, type Patience, takeJob } from './lease.js';
import { runJob } from './run-job.js';

/** What works on jobs in this process. */
export interface Crew {
  /** Takes a job that is due and works on it to the end of its attempt; false where there is none, or the crew stops. */
  workOne(id?: string): Promise<boolean>;
  /** Whether something is due that the crew can do. */
  hasWork(): Promise<boolean>;
  /** Takes nothing more, waits for what is under way, and ends that after a while; then it waits as before its attempt. */
  close(): Promise<void>;
}

/** How a crew works. */
export interface CrewOptions extends Patience {
  /** Milliseconds that jobs under way have when the crew stops. */
  drain: number;
  /** Hears of what went wrong beside the jobs themselves. */
  onError(error: unknown): void;
}

/** Makes a crew for jobs of some kinds; those of others are left to other instances. */
export function createCrew(store: Store, kinds: readonly JobKind[], options: CrewOptions): Crew {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const names = [...byName.keys()];
  const stop = new AbortController();
  const underWay = new Set<Promise<void>>();
  let closed: Promise<void> | null = null;

  async function close(): Promise<void> {
    const timer = setTimeout(() => stop.abort(new Error('The process stops')), options.drain);
    // What is just being taken is under way only behind that.
    while (underWay.size > 0) await Promise.allSettled(underWay);
    clearTimeout(timer);
  }

  async function work(id: string | undefined): Promise<boolean> {
    const job = await takeJob(store, { kinds: names, id }, options);
    if (!job) return false;
    await runJob(byName.get(job.kind)!, job, {
      store,
      patience: options,
      signal: stop.signal,
      onError: options.onError,
    });
    return true;
  }

  return {
    async workOne(id) {
      if (closed || names.length === 0) return false;
      const working = work(id);
      const ended = working.then(() => {}, options.onError);
      underWay.add(ended);
      await ended.finally(() => underWay.delete(ended));
      return working.catch(() => false);
    },
    hasWork: async () => !closed && names.length > 0 && (await findDue(store, { kinds: names })) !== null,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
