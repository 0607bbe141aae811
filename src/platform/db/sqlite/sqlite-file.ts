import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isBusy, refusal } from '../connection/store-errors.js';

/**
 * Creates the folder and the file where they are missing; only the owner may read the file. SQLite gives its
 * companions (-wal, -shm) the same mode.
 * @throws AppError with the reason STORE_REFUSED where the place cannot be written.
 */
export function createSqliteFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'a', 0o600));
    if (statSync(path).size === 0) letShrink(path);
  } catch (error) {
    throw refusal(`The database file ${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Makes a new file one that can give pages back to the disk, which is decided before its first table. */
function letShrink(path: string): void {
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  } catch (error) {
    // Another process that begins is at it.
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}

/** Settings of a writing connection, in the order they are made; each is a pragma and its value. */
export const writerPragmas = [
  // The rollback journal lets a reader fail a COMMIT, after which the adapter is of no use.
  'journal_mode = WAL',
  // better-sqlite3 sets NORMAL in WAL mode, which may lose acknowledged writes when the power goes (trap 3).
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  'journal_size_limit = 67108864',
] as const;

/** The settings that acknowledged writes depend on. */
export const sqliteDurability = {
  query: 'select journal_mode, synchronous from pragma_journal_mode, pragma_synchronous',
  /**
   * Refuses a connection whose settings could not be made.
   * @throws AppError with the reason STORE_REFUSED.
   */
  verify(path: string, [journalMode, synchronous]: readonly unknown[]): void {
    if (journalMode === 'wal' && Number(synchronous) === 2) return;
    throw refusal(
      `The database file ${path} must be in journal mode wal with synchronous 2 (got ${journalMode} and ${synchronous}); keep it on a local disk`,
    );
  },
};
