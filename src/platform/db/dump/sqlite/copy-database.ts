import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../../base/errors.js';
import { readDisk, readFiles } from '../../sqlite/file-figures.js';

/** A temporary copy of a database. */
export interface DatabaseCopy {
  path: string;
  /** Removes the copy. */
  remove(): void;
}

const namePattern = /^docgraph-copy-(\d+)\.db(-journal)?$/;

/**
 * Copies a SQLite database to a folder with `VACUUM INTO`. Servers may write meanwhile. Only the owner can read the
 * copy. First removes copies in the folder whose process was killed.
 * @throws AppError STORAGE_FULL if the copy does not fit on the disk
 */
export async function copyDatabase(source: string, folder: string): Promise<DatabaseCopy> {
  removeLeftovers(folder);
  const path = join(folder, `docgraph-copy-${process.pid}.db`);
  const { main, wal } = await readFiles(source);
  const { free } = await readDisk(path);
  if (main + wal > free)
    throw new AppError(
      'STORAGE_FULL',
      `Cannot copy ${source} to ${folder}: it needs ${main + wal} bytes, and ${free} are free. Choose another folder`,
    );
  const remove = () => {
    for (const file of [path, `${path}-journal`]) rmSync(file, { force: true });
  };
  try {
    // `VACUUM INTO` accepts an empty file, and keeps its mode.
    closeSync(openSync(path, 'wx', 0o600));
    vacuumInto(source, path);
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function vacuumInto(source: string, path: string): void {
  const database = new Database(source, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    database.prepare('vacuum into ?').run(path);
  } finally {
    database.close();
  }
}

/** Removes copies of processes that no longer exist, and of an earlier process with the id of this one. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(namePattern.exec(name)?.[1] ?? Number.NaN);
    if (pid === process.pid || (pid && !isRunning(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
