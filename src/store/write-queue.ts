import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from './store-errors.js';

/** Runs tasks one after the other, in the order they came. */
export interface WriteQueue {
  /**
   * Runs a task after all that came before it.
   * @throws AppError UNAVAILABLE with the reason STORE_BUSY where the queue is full.
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Milliseconds of work after which the queue pauses, and for how long. */
const turn = { work: 25, pause: 1 };

/**
 * A first-in-first-out queue of at most `limit` tasks, the running one included. It pauses now and then, for other
 * processes: SQLite gives its lock to whoever asks in the right moment, and without a gap they would never get it.
 */
export function createWriteQueue(limit: number): WriteQueue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  let turnStarted = 0;
  let lastEnd = 0;
  async function takeTurns(): Promise<void> {
    const now = performance.now();
    const wasIdle = now - lastEnd >= turn.pause;
    if (!wasIdle && now - turnStarted < turn.work) return;
    if (!wasIdle) await sleep(turn.pause);
    turnStarted = performance.now();
  }
  function end(): void {
    length--;
    lastEnd = performance.now();
  }
  return {
    run(task) {
      if (length >= limit) {
        return Promise.reject(unavailable(`${limit} writes are waiting for the database; try again`, 'STORE_BUSY'));
      }
      length++;
      const result = last.then(takeTurns).then(task).finally(end);
      last = result.catch(() => {});
      return result;
    },
  };
}
