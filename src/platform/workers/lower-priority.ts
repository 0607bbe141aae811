import { setPriority } from 'node:os';
import { platform } from 'node:process';

/** Niceness of worker threads: when both need a core, the main thread gets about ten times as much of it. */
const niceness = 10;

/**
 * Lowers the priority of the calling thread, so that the main thread runs first when all cores are busy. Only Linux has
 * priorities of single threads. Other systems would lower the whole process, so there this does nothing.
 */
export function lowerPriority(): void {
  if (platform === 'linux') setPriority(0, niceness);
}
