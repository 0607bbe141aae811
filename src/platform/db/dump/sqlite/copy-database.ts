import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../../base/errors.js';
import { isRunning } from '../../../base/running-process.js';
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
  removeStaleCopies(folder);
  const path = join(folder, `docgraph-copy-${process.pid}.db`);
  const before = await readSpace(source, folder);
  if (before.needed > before.free) throw storageFull(source, folder, before);
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
    // Others may have filled the disk meanwhile.
    if ((error as { code?: string }).code !== 'SQLITE_FULL') throw error;
    throw storageFull(source, folder, await readSpace(source, folder));
  }
}

/** Bytes that a copy needs, and bytes that are free for it. */
interface Space {
  needed: number;
  free: number;
}

async function readSpace(source: string, folder: string): Promise<Space> {
  const [{ main, wal }, { free }] = await Promise.all([readFiles(source), readDisk(join(folder, 'copy'))]);
  return { needed: main + wal, free };
}

function storageFull(source: string, folder: string, { needed, free }: Space): AppError {
  const reason = `it needs ${needed} bytes, and ${free} are free`;
  return new AppError('STORAGE_FULL', `Cannot copy ${source} to ${folder}: ${reason}. Choose another folder`);
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
function removeStaleCopies(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(namePattern.exec(name)?.[1] ?? Number.NaN);
    if (pid === process.pid || (pid && !isRunning(pid))) rmSync(join(folder, name), { force: true });
  }
}
