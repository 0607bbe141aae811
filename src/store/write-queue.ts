import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../errors.js';
import { unavailable } from './store-errors.js';

/** Runs tasks one after the other, in the order they came. */
export interface WriteQueue {
  /**
   * Runs a task after all that came before it.
   * @throws AppError UNAVAILABLE with the reason STORE_BUSY where the queue is full.
   */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Tells the time and lets it pass, in milliseconds. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** Milliseconds of work after which the queue pauses, and for how long. */
const turn = { work: 25, pause: 1 };

const systemClock: Clock = { now: () => performance.now(), sleep: (milliseconds) => sleep(milliseconds) };

/**
 * A first-in-first-out queue of at most `limit` tasks, the running one included. It pauses now and then, for other
 * processes: SQLite gives its lock to whoever asks in the right moment, and without a gap they would never get it.
 */
export function createWriteQueue(limit: number, clock = systemClock): WriteQueue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  let turnStarted = 0;
  let lastEnd = 0;
  async function takeTurns(): Promise<void> {
    const now = clock.now();
    const wasIdle = now - lastEnd >= turn.pause;
    if (!wasIdle && now - turnStarted < turn.work) return;
    if (!wasIdle) await clock.sleep(turn.pause);
    turnStarted = clock.now();
  }
  function end(): void {
    length--;
    lastEnd = clock.now();
  }
  return {
    run(task) {
      if (length >= limit) return Promise.reject(tooMany(limit));
      length++;
      const result = last.then(takeTurns).then(task).finally(end);
      last = result.catch(() => {});
      return result;
    },
  };
}

/**
 * A first-in-first-out queue of at most `limit` tasks, of which `lanes` run at once: writers that wait for each other's
 * rows then leave connections to whoever reads.
 */
export function createWriteLanes(lanes: number, limit: number): WriteQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  async function start(): Promise<void> {
    if (running < lanes) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
  return {
    run(task) {
      if (running + waiting.length >= limit) return Promise.reject(tooMany(limit));
      return start().then(task).finally(end);
    },
  };
}

function tooMany(limit: number): AppError {
  return unavailable(`${limit} writes are waiting for the database; try again`, 'STORE_BUSY');
}
