import type { Json } from '../../engine/base/types.js';

/** A kind of background work. */
export interface JobKind {
  /** Name in the table of jobs: the subject and what is done to it, as in `content.sweep`. */
  name: string;
  /**
   * Does the work of one job. It may be called again at any point, even after the work was done, so it must be idempotent. An
   * error that it throws ends the attempt; admins see its message.
   */
  run(payload: Json, run: JobRun): Promise<void>;
}

/** One attempt at a job. */
export interface JobRun {
  /** Id of the job. */
  id: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Aborts the attempt: the process stops, or another attempt has the job. The next attempt does the rest. */
  signal: AbortSignal;
  /** Reports how many of how many units are done, as whole numbers; reports within a quarter of a second are written once. */
  progress(done: number, total: number): Promise<void>;
}
