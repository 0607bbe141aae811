import type { SqliteReader } from './sqlite-reader.js';

/**
 * A transaction that begins late: it reads on the connection of the readers, and begins with its first statement for the one that
 * writes, mostly in one message with the COMMIT. It stands only where nobody else has written meanwhile.
 */
export interface LateStart {
  /**
   * `reading` until something was sent to the connection that writes; `stale` where that was refused since others have written,
   * or are at it: nothing of it was run, and what was read may be no more.
   */
  state: 'reading' | 'sent' | 'stale';
  /** Whether others have written since it started to read. */
  hasChanged(): Promise<boolean>;
}

/** Starts a transaction that begins late. */
export async function startLate({ version }: Pick<SqliteReader, 'version'>): Promise<LateStart> {
  const before = await version();
  return { state: 'reading', hasChanged: async () => (await version()) !== before };
}

/** Whether one that failed is to be tried again, since what it decided by was no one state of the data. */
export async function isStale({ state, hasChanged }: LateStart): Promise<boolean> {
  return state === 'stale' || (state === 'reading' && (await hasChanged()));
}
