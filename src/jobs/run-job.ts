import { ContentError } from '../content/types.js';
import { AppError } from '../errors.js';
import type { Store } from '../store/store.js';
import type { JobKind } from './job-kind.js';
import { fail, finish, type HeldJob, handBack, keepJob, type Patience, type Progress } from './lease.js';

/** What an attempt is made with. */
export interface Attempt {
  store: Store;
  patience: Patience;
  /** Ends it: the process stops. */
  signal: AbortSignal;
  /** Hears of errors that are none of ours. */
  onError(error: unknown): void;
}

/** Milliseconds in which what is told of progress is gathered. */
const gathered = 250;

/**
 * Makes one attempt at a job that was taken, and writes what came of it. While it is under way it says so three times a lease;
 * where that cannot be said for a whole lease, or another has taken the job, the attempt is ended.
 */
export async function runJob(
  kind: JobKind,
  job: HeldJob,
  { store, patience, signal, onError }: Attempt,
): Promise<void> {
  const lost = new AbortController();
  const ended = AbortSignal.any([signal, lost.signal]);
  const progress: Progress = { done: 0, total: 0 };
  const writer = progressWriter(async () => {
    const isHeld = await keepJob(store, job, { ...progress, lease: patience.lease });
    if (!isHeld) lost.abort(new Error('Another attempt has the job'));
  });
  const beat = heartbeat(writer.write, patience.lease, lost);
  try {
    await kind.run(job.payload, {
      id: job.id,
      attempt: job.attempts,
      signal: ended,
      async progress(done, total) {
        Object.assign(progress, { done, total });
        writer.soon();
      },
    });
    await writer.close();
    await finish(store, job, progress);
  } catch (error) {
    await writer.close();
    if (signal.aborted) await handBack(store, job);
    else if (!lost.signal.aborted)
      await fail(store, job, { error: messageOf(error, onError), backoff: patience.backoff });
  } finally {
    beat.stop();
  }
}

/** Says three times a lease that an attempt is there, and ends the attempt where that was not heard of for a whole lease. */
function heartbeat(say: () => Promise<void>, lease: number, lost: AbortController): { stop(): void } {
  let heardAt = performance.now();
  const timer = setInterval(async () => {
    try {
      await say();
      heardAt = performance.now();
    } catch {
      if (performance.now() - heardAt > lease) lost.abort(new Error('The database does not hear of the attempt'));
    }
  }, lease / 3);
  return { stop: () => clearInterval(timer) };
}

/** What admins are told of an error: what one of ours says. What others say is for the log. */
function messageOf(error: unknown, onError: (error: unknown) => void): string {
  if (error instanceof AppError || error instanceof ContentError) return error.message;
  onError(error);
  return 'An internal error, which the log of the server tells';
}

/** Writes one after the other, what is asked for within a moment once. */
function progressWriter(write: () => Promise<void>) {
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  const writeNext = (): Promise<void> => {
    const written = last.then(write);
    last = written.catch(() => {});
    return written;
  };
  return {
    write: writeNext,
    soon() {
      timer ??= setTimeout(() => {
        timer = null;
        writeNext().catch(() => {});
      }, gathered);
    },
    /** Nothing is written from then on. */
    close() {
      if (timer) clearTimeout(timer);
      return last;
    },
  };
}
