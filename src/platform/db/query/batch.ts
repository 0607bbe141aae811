import type { Statement } from './runner.js';

/** One batch: a single round trip on Postgres, or any number of runs of a prepared statement on SQLite. */
export interface Batch {
  /** The statement, with placeholders. */
  sql: string;
}

/** Called once for each batch, before it runs. */
export type OnBatch = (batch: Batch) => void;

/**
 * Counts a batch. Refuses it if a parameter is undefined, because a driver would send null, and the query would find
 * nothing.
 * @throws Error for an undefined parameter, which is a programming error of the caller
 */
export function reportBatch({ sql, parameters }: Statement, onBatch: OnBatch): void {
  if (parameters.includes(undefined)) {
    throw new Error(`A parameter is undefined; say null where null is meant: ${sql}`);
  }
  onBatch({ sql });
}
