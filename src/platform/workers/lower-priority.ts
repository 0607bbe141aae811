import { setPriority } from 'node:os';
import { platform } from 'node:process';

/** Niceness of worker threads: the main thread has ten times their share of a core that both want. */
const niceness = 10;

/**
 * Lowers the priority of the thread that calls it, so that the main thread answers first when all cores are busy. Linux alone has
 * priorities of threads; elsewhere it does nothing, since it would lower the whole process.
 */
export function lowerPriority(): void {
  if (platform === 'linux') setPriority(0, niceness);
}
