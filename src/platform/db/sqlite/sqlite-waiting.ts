import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../connection/store-errors.js';

/** Milliseconds that whoever asks waits for another process to let go of the file, from when it asked. */
export const lockTimeout = 2_000;

/**
 * Runs something, the first time at once, and again while another process is in the way, until `deadline` (`Date.now()`).
 * SQLite's own waiting would block the event loop, and with it whoever needs no database.
 */
export async function untilFree<Result>(run: () => Result | Promise<Result>, deadline: number): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    // An attempt costs some 20 µs, and a process that writes without a pause leaves gaps of a millisecond.
    await sleep(1 + Math.random());
  }
}
