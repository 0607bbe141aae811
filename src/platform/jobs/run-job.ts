import { ContentError } from '../../engine/base/types.js';
import { AppError } from '../base/errors.js';
import type { Store } from '../db/write/store.js';
import { FinalFailure, type JobKind } from './job-kind.js';
import {
  fail,
  finish,
  type LeasedJob,
  type LeaseTimes,
  maxAttempts,
  type Progress,
  renewLease,
  requeue,
} from './lease.js';

/**
 * How an attempt ended. A `failed` attempt is repeated. A `requeued` attempt was aborted because the process stops, and
 * is also repeated. The job of a `lost` attempt belongs to another attempt.
 */
type AttemptOutcome = 'done' | 'failed' | 'dead' | 'requeued' | 'lost';

/** An attempt that has ended. */
export interface EndedAttempt {
  kind: string;
  outcome: AttemptOutcome;
  milliseconds: number;
}

/** Dependencies of an attempt to run a job. */
export interface Attempt {
  store: Store;
  patience: LeaseTimes;
  /** Aborts the attempt when the process stops. */
  signal: AbortSignal;
  /** Receives errors other than `AppError` and `ContentError`, for the log. */
  onError(error: unknown): void;
  /** Called when the outcome of the attempt is stored. */
  onEnd?: ((attempt: EndedAttempt) => void) | undefined;
}

/** How long progress reports are collected before they are stored with one write, in milliseconds. */
const progressDelayMs = 250;

/**
 * Runs one attempt at a job and stores its outcome. During the attempt, it renews the lease three times per lease
 * period. It aborts the attempt if renewing fails for a whole lease period, or if another attempt has taken over the
 * job.
 */
export async function runJob(kind: JobKind, job: LeasedJob, attempt: Attempt): Promise<void> {
  const startedAt = performance.now();
  const outcome = await runAttempt(kind, job, attempt);
  attempt.onEnd?.({ kind: kind.name, outcome, milliseconds: performance.now() - startedAt });
}

async function runAttempt(
  kind: JobKind,
  job: LeasedJob,
  { store, patience, signal, onError }: Attempt,
): Promise<AttemptOutcome> {
  const leaseController = new AbortController();
  const ended = AbortSignal.any([signal, leaseController.signal]);
  const progress: Progress = { done: 0, total: 0 };
  const writer = progressWriter(async () => {
    const isHeld = await renewLease(store, job, { ...progress, lease: patience.lease });
    if (!isHeld) leaseController.abort(new Error('Another attempt has the job'));
  });
  const beat = heartbeat(writer.write, patience.lease, leaseController);
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
    return (await finish(store, job, progress)) ? 'done' : 'lost';
  } catch (error) {
    await writer.close();
    if (signal.aborted) return (await requeue(store, job)) ? 'requeued' : 'lost';
    if (leaseController.signal.aborted) return 'lost';
    const attempts = error instanceof FinalFailure ? 0 : (kind.attempts ?? maxAttempts);
    const failure = { error: adminMessage(error, onError), backoff: patience.backoff, attempts };
    if (!(await fail(store, job, failure))) return 'lost';
    return job.attempts >= attempts ? 'dead' : 'failed';
  } finally {
    beat.stop();
  }
}

/** Renews a lease three times per lease period. Aborts the attempt if renewing fails for a whole period. */
function heartbeat(renew: () => Promise<void>, lease: number, leaseController: AbortController): { stop(): void } {
  let renewedAt = performance.now();
  const timer = setInterval(async () => {
    try {
      await renew();
      renewedAt = performance.now();
    } catch {
      if (performance.now() - renewedAt > lease) leaseController.abort(new Error('The lease could not be renewed'));
    }
  }, lease / 3);
  return { stop: () => clearInterval(timer) };
}

/**
 * Returns the error message that admins see: the message of an `AppError` or a `ContentError`. Other errors may contain
 * secrets, so they go only to the log.
 */
function adminMessage(error: unknown, onError: (error: unknown) => void): string {
  if (error instanceof AppError || error instanceof ContentError) return error.message;
  onError(error);
  return 'An internal error; the log of the server has it';
}

/** Creates a writer that runs one write at a time. `soon` combines all calls within 250 ms into one write. */
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
      }, progressDelayMs);
    },
    /** Waits for the last write; no write starts afterwards. */
    close() {
      if (timer) clearTimeout(timer);
      return last;
    },
  };
}
