import type { TestApp } from '../../support/app.js';

/** Prepared work for a kind of jobs, and its expected outcome. */
export interface JobSetup {
  /** Whether the work has already added its job. Otherwise the test adds one. */
  waits?: boolean;
  /** Number of transactions. The process is killed during one of them, which the test chooses at random; default 3. */
  transactions?: number;
  outcome(): Promise<unknown>;
  expected: unknown;
}

/** Functions that prepare work for a kind of jobs, by kind. */
export type JobSetups = { [kind: string]: (test: TestApp) => Promise<JobSetup> };

/** A time 40 days ago, after which everything has expired. */
export const longAgo = new Date(Date.now() - 40 * 86_400_000);
