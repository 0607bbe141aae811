import type { Json } from '../../engine/base/types.js';
import { AppError } from '../base/errors.js';

/** A kind of background work. */
export interface JobKind {
  /** Name in the table of jobs: a subject and an operation, such as `content.sweep`. */
  name: string;
  /** Maximum number of attempts; default: `maxAttempts`. When all have failed, the job is dead. */
  attempts?: number;
  /**
   * Does the work of one job. The job may run again after any interruption, even if its work was done, so the function
   * must be idempotent. An error ends the attempt; admins see its message.
   */
  run(payload: Json, run: JobRun): Promise<void>;
}

/** Error after which no further attempt makes sense: the job is dead immediately. Admins see its message. */
export class FinalFailure extends AppError {}

/** One attempt to run a job. */
export interface JobRun {
  /** Id of the job. */
  id: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /**
   * Aborts the attempt if the process stops, or if another attempt has taken over the job. The next attempt does the
   * remaining work.
   */
  signal: AbortSignal;
  /**
   * Reports progress in whole units: how many are done, and the total. Reports within a quarter of a second are
   * combined into one write.
   */
  progress(done: number, total: number): Promise<void>;
}
