import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isBusy, startupRefusal } from '../connection/store-errors.js';

/**
 * Creates the folder and the file if they are missing. Only the owner can read the file. SQLite gives its companion
 * files (-wal, -shm) the same mode.
 * @throws AppError with the reason STORE_REFUSED if the path is not writable
 */
export function createSqliteFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'a', 0o600));
    if (statSync(path).size === 0) enableIncrementalVacuum(path);
  } catch (error) {
    throw startupRefusal(`The database file ${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Makes a new file shrink after deletions. SQLite allows this setting only before the first table is created. */
function enableIncrementalVacuum(path: string): void {
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  } catch (error) {
    // If the file is busy, another process is setting it up.
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}

/** Settings of a writing connection, in the order in which they are applied. Each is a pragma with its value. */
export const writerPragmas = [
  // In the rollback journal mode, a reader can make a COMMIT fail, which makes the adapter unusable.
  'journal_mode = WAL',
  // better-sqlite3 sets NORMAL in WAL mode, which may lose acknowledged writes in a power failure.
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  'journal_size_limit = 67108864',
  // Overwrites deleted values in the pages that a transaction writes anyway, so that an erasure leaves none there.
  'secure_delete = FAST',
] as const;

/** The settings that make acknowledged writes durable. */
export const sqliteDurability = {
  query: 'select journal_mode, synchronous from pragma_journal_mode, pragma_synchronous',
  /**
   * Refuses a connection whose settings were not applied.
   * @throws AppError with the reason STORE_REFUSED
   */
  verify(path: string, [journalMode, synchronous]: readonly unknown[]): void {
    if (journalMode === 'wal' && Number(synchronous) === 2) return;
    throw startupRefusal(
      `The database file ${path} must be in journal mode wal with synchronous 2 (got ${journalMode} and ${synchronous}); keep it on a local disk`,
    );
  },
};
