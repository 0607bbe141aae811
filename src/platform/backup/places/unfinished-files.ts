import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../base/running-process.js';

/** Milliseconds without a write after which an unfinished file is abandoned, even if a process has its id. */
const abandonedMs = 3_600_000;

const pattern = /\.([0-9a-z-]+)_(\d+)\.partial$/;

/** Returns the path of the unfinished file: the path, the machine and the process that writes it. */
export function partialPath(path: string): string {
  return `${path}.${machine()}_${process.pid}.partial`;
}

function machine(): string {
  return hostname()
    .toLowerCase()
    .replace(/[^0-9a-z-]/g, '-')
    .slice(0, 63);
}

/**
 * Removes unfinished files from a folder if their process has ended, or if nothing was written to them for an hour.
 * @param isOurs reports whether a name, without the suffix of unfinished files, is one that docgraph writes
 * @returns the number of removed files
 */
export async function removeUnfinishedFiles(folder: string, isOurs: (name: string) => boolean): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const [suffix, host, pid] = pattern.exec(name) ?? [];
    if (suffix === undefined || !isOurs(name.slice(0, -suffix.length))) continue;
    const path = join(folder, name);
    if (!(await isAbandoned(path, { host: host!, pid: Number(pid) }))) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}

async function isAbandoned(path: string, { host, pid }: { host: string; pid: number }): Promise<boolean> {
  if (host === machine() && !isRunning(pid)) return true;
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > abandonedMs;
}
