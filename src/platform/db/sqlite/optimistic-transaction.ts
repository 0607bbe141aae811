import type { SqliteReader } from './sqlite-reader.js';

/**
 * State of an optimistic transaction. It reads on the connection of the readers, and begins with its first write,
 * usually in the same message as the COMMIT. If another process has written in between, it fails with a snapshot
 * conflict and runs again.
 */
export interface OptimisticStart {
  /**
   * State of the transaction:
   * - `reading`: it has not sent a statement to the writing connection yet.
   * - `sent`: it has sent its first statements.
   * - `stale`: they were refused, because another process has written or holds the lock. No statement ran, and its
   *   reads may be out of date.
   */
  state: 'reading' | 'sent' | 'stale';
  /** Reports whether another process has written since the transaction started to read. */
  hasChanged(): Promise<boolean>;
}

/** Starts an optimistic transaction. */
export async function startOptimistically({ version }: Pick<SqliteReader, 'version'>): Promise<OptimisticStart> {
  const before = await version();
  return { state: 'reading', hasChanged: async () => (await version()) !== before };
}

/** Reports whether a failed transaction must run again, because its reads are not one snapshot of the data. */
export async function isStale({ state, hasChanged }: OptimisticStart): Promise<boolean> {
  return state === 'stale' || (state === 'reading' && (await hasChanged()));
}
