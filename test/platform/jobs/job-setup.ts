import type { TestApp } from '../../support/app.js';

/** Prepared work for a kind of jobs, and its expected outcome. */
export interface JobSetup {
  /** Whether the work has already added its job; otherwise the test adds one. */
  waits?: boolean;
  /** Number of transactions of which one is the last one of the killed process; default 3. */
  transactions?: number;
  outcome(): Promise<unknown>;
  expected: unknown;
}

/** Prepares work for each kind of jobs. */
export type JobSetups = { [kind: string]: (test: TestApp) => Promise<JobSetup> };

/** A time 40 days ago, after which everything has expired. */
export const longAgo = new Date(Date.now() - 40 * 86_400_000);
