import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** A process that has a file open. */
export interface FileUser {
  pid: number;
  /** Arguments of the process, the program first; empty if they cannot be read. */
  args: string[];
}

/**
 * Returns the other processes of this machine that have a file open; null if the system does not list them. Processes
 * of other users are found only by root, and processes of other containers not at all.
 */
export function findFileUsers(path: string): FileUser[] | null {
  if (!existsSync('/proc/self/fd')) return null;
  const target = realpathSync(path);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && hasOpen(name, target))
    .map((name) => ({ pid: Number(name), args: argumentsOf(name) }));
}

function hasOpen(pid: string, target: string): boolean {
  return orEmpty(() => readdirSync(`/proc/${pid}/fd`)).some(
    (descriptor) => orEmpty(() => [readlinkSync(`/proc/${pid}/fd/${descriptor}`)])[0] === target,
  );
}

function argumentsOf(pid: string): string[] {
  return orEmpty(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean));
}

/** Returns an empty list if the process has ended, or belongs to another user. */
function orEmpty(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
