import type { Statement } from './runner.js';

/** One batch: one round trip on Postgres, any number of prepared runs on SQLite. */
export interface Batch {
  /** The statement, with placeholders. */
  sql: string;
}

/** Called once for each batch, before it runs. */
export type OnBatch = (batch: Batch) => void;

/**
 * Counts a batch, and refuses it where a parameter is undefined: a driver would take that for null, and the query would
 * quietly find nothing.
 * @throws Error, a fault of the code that asks.
 */
export function announce({ sql, parameters }: Statement, onBatch: OnBatch): void {
  if (parameters.includes(undefined)) {
    throw new Error(`A parameter is undefined; say null where null is meant: ${sql}`);
  }
  onBatch({ sql });
}
