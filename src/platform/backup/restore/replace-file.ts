import { mkdirSync, rmSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withMigrationLock } from '../../db/migrations/migration-lock.js';
import { fileFailure } from '../places/file-failure.js';
import { syncFolder } from '../places/write-file.js';

/** Returns the path of the file that becomes the database after all rows are in it. */
export function restoringPath(target: string): string {
  return `${target}.restoring`;
}

/** Suffixes of the database file and of the files that SQLite and a migration create next to it. */
const fileSuffixes = ['', '-wal', '-shm', '-journal', '.migration-lock'];

/**
 * Runs a function that writes the file `restoringPath(target)`, and then gives it the name of the target. No server can
 * start on the target meanwhile. If the function fails, its files are removed. If the process is killed, the next call
 * removes them.
 * @param patience milliseconds to wait for another process that migrates or restores the target
 */
export async function replaceFile<Result>(
  target: string,
  patience: number,
  write: () => Promise<Result>,
): Promise<Result> {
  createFolder(dirname(target));
  return withMigrationLock({ provider: 'sqlite', target, patience }, async () => {
    removeAll(restoringPath(target));
    try {
      const result = await write();
      await renameToTarget(target);
      return result;
    } finally {
      removeAll(restoringPath(target));
    }
  });
}

function createFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileFailure('write', path, error);
  }
}

async function renameToTarget(target: string): Promise<void> {
  const source = restoringPath(target);
  // The last connection moves the write-ahead log into the file when it closes.
  if ((statSync(`${source}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(`${source} is still open in this process`);
  // The write-ahead log of the empty database must not be applied to the new file.
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(target + suffix, { force: true });
  await rename(source, target);
  await syncFolder(dirname(target));
}

function removeAll(path: string): void {
  for (const suffix of fileSuffixes) rmSync(path + suffix, { force: true });
}
