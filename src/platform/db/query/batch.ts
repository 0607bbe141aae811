import type { ResultSet, Statement } from './runner.js';

/** One batch: a single round trip on Postgres, or any number of runs of a prepared statement on SQLite. */
export interface Batch {
  /** The statement, with placeholders. */
  sql: string;
  /**
   * Called when the batch has ended, with its number of rows, or null after an error. Absent unless the callback that
   * receives the batch sets it.
   */
  end?: (rows: number | null) => void;
}

/** Called once for each batch, before it runs. */
export type OnBatch = (batch: Batch) => void;

/**
 * Counts a batch. Refuses it if a parameter is undefined, because a driver would send null, and the query would find
 * nothing.
 * @throws Error for an undefined parameter, which is a programming error of the caller
 */
export function reportBatch({ sql, parameters }: Statement, onBatch: OnBatch): Batch {
  if (parameters.includes(undefined)) {
    throw new Error(`A parameter is undefined; say null where null is meant: ${sql}`);
  }
  const batch: Batch = { sql };
  onBatch(batch);
  return batch;
}

/** Calls `end` of a batch when its result is available. */
export async function reportEnd<Result>(
  { end }: Batch,
  running: Promise<Result>,
  countRows: (result: Result) => number,
): Promise<Result> {
  try {
    const result = await running;
    end?.(countRows(result));
    return result;
  } catch (error) {
    end?.(null);
    throw error;
  }
}

/** Returns one callback that calls several. */
export function combineOnBatch(callbacks: readonly OnBatch[]): OnBatch {
  const [only] = callbacks;
  if (callbacks.length === 1 && only) return only;
  return (batch) => {
    const ends = callbacks.map((callback) => {
      delete batch.end;
      callback(batch);
      return batch.end as Batch['end'];
    });
    batch.end = (rows) => {
      for (const end of ends) end?.(rows);
    };
  };
}

/** Returns the number of rows of a result set. */
export const rowCount = ({ rows }: ResultSet): number => rows.length;
