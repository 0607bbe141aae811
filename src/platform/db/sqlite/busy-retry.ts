import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../connection/store-errors.js';

/** Milliseconds that a caller waits for another process to release the lock of the file. */
export const lockTimeoutMs = 2_000;

/**
 * Runs a function, and runs it again while another process locks the file, until `deadline` (`Date.now()`). The busy
 * timeout of SQLite would block the event loop instead.
 */
export async function retryWhileBusy<Result>(run: () => Result | Promise<Result>, deadline: number): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    // Waits 1 to 2 ms. An attempt takes about 20 µs, and a process that writes continuously leaves gaps of a
    // millisecond.
    await sleep(1 + Math.random());
  }
}
