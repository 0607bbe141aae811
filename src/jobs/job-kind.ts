import type { Json } from '../content/types.js';

/** One kind of work that is done behind the requests. */
export interface JobKind {
  /** Names it in the table of jobs: what it works on, and what it does, as in `content.sweep`. */
  name: string;
  /**
   * Does the work of one job. It may be begun again at any point, also where it was done before: what it has done already must
   * do no harm. What it throws ends the attempt, and its message is shown to admins.
   */
  run(payload: Json, run: JobRun): Promise<void>;
}

/** One attempt at a job. */
export interface JobRun {
  /** Id of the job. */
  id: string;
  /** From 1. */
  attempt: number;
  /** Ends the attempt: the process stops, or another has taken the job. What is not done then is done by the next attempt. */
  signal: AbortSignal;
  /** Tells how much is done of how much; what is told within a moment is written once. Whole numbers. */
  progress(done: number, total: number): Promise<void>;
}
