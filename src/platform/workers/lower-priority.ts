import { setPriority } from 'node:os';
import { platform } from 'node:process';

/** Nice value of worker threads. If both need a core, the main thread gets about ten times as much CPU time. */
const niceness = 10;

/**
 * Lowers the priority of the calling thread, so that the main thread runs first when all cores are busy. Only Linux has
 * priorities for single threads. Does nothing on other systems, where it would affect the whole process.
 */
export function lowerPriority(): void {
  if (platform === 'linux') setPriority(0, niceness);
}
