import type { Json } from '../../engine/base/types.js';
import { AppError } from '../base/errors.js';

/** A kind of background work. */
export interface JobKind {
  /** Name in the table of jobs: the subject and the operation, such as `content.sweep`. */
  name: string;
  /** Maximum number of attempts; default `maxAttempts`. When all have failed, the job is dead. */
  attempts?: number;
  /**
   * Does the work of one job. The job may run again at any point, even after its work was done, so the function must be
   * idempotent. An error ends the attempt; admins see the error message.
   */
  run(payload: Json, run: JobRun): Promise<void>;
}

/** Error after which no further attempt is of use: the job is dead at once. Admins see its message. */
export class FinalFailure extends AppError {}

/** One attempt at a job. */
export interface JobRun {
  /** Id of the job. */
  id: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Aborts the attempt if the process stops, or if another attempt holds the job. The next attempt does the rest. */
  signal: AbortSignal;
  /**
   * Reports progress in whole units: the number that is done, and the total. Reports within a quarter of a second are
   * written once.
   */
  progress(done: number, total: number): Promise<void>;
}
