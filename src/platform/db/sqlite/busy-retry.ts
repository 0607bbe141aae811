import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../connection/store-errors.js';

/** How long a caller waits for another process to release the lock of the file, in milliseconds. */
export const lockTimeoutMs = 2_000;

/**
 * Runs a function. While another process locks the file, runs it again, until `deadline` (`Date.now()`). This replaces
 * SQLite's busy timeout, which would block the event loop.
 */
export async function retryWhileBusy<Result>(run: () => Result | Promise<Result>, deadline: number): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    // Waits for 1 to 2 ms. An attempt takes about 20 µs, and a process that writes continuously leaves gaps of a
    // millisecond.
    await sleep(1 + Math.random());
  }
}
