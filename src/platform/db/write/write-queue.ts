import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../../base/errors.js';
import { limits } from '../../base/limits.js';
import { createFairLimiter, type FairLimiter } from '../../workers/fair-limiter.js';
import { unavailable } from '../connection/store-errors.js';

/** The clock of a queue, in milliseconds. */
interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** Milliseconds of work after which the SQLite queue pauses, and length of the pause in milliseconds. */
const pacing = { work: 25, pause: 1 };

const systemClock: Clock = { now: () => performance.now(), sleep: (milliseconds) => sleep(milliseconds) };

/**
 * Creates the queue of writes to a SQLite file. It runs one transaction at a time, and organizations alternate. It
 * pauses regularly for other processes. SQLite does not queue processes that wait for its lock, so without pauses they
 * would never get it.
 * @param limit maximum number of transactions of one organization that wait; more are refused with STORE_BUSY
 */
export function createWriteQueue(limit: number, clock = systemClock): FairLimiter {
  const limiter = createFairLimiter({ slots: 1, perTenant: limit, full: tooManyWrites });
  let workStarted = 0;
  let lastEnd = 0;
  async function pauseIfDue(): Promise<void> {
    const now = clock.now();
    const wasIdle = now - lastEnd >= pacing.pause;
    if (!wasIdle && now - workStarted < pacing.work) return;
    if (!wasIdle) await clock.sleep(pacing.pause);
    workStarted = clock.now();
  }
  return {
    state: limiter.state,
    run: (task, owner) =>
      limiter.run(async () => {
        await pauseIfDue();
        return task().finally(() => {
          lastEnd = clock.now();
        });
      }, owner),
  };
}

/** Default number of transactions that run at the same time on Postgres. */
export const postgresLanes: number = limits.postgresWrites.value;

/**
 * Returns how many transactions run at the same time on a pool of Postgres. The remaining three tenths of the
 * connections are for reads.
 */
export function writeLanes(connections: number): number {
  return Math.floor(connections * 0.7);
}

/**
 * Creates the queue of writes to Postgres. It runs several transactions at a time, and organizations alternate. One
 * organization cannot use all lanes, because all its transactions may wait for the same row.
 * @param limit maximum number of transactions of one organization that wait; more are refused with STORE_BUSY
 */
export function createWriteLanes(limit: number, lanes = postgresLanes): FairLimiter {
  const slotsPerTenant = Math.max(1, lanes - 1);
  return createFairLimiter({ slots: lanes, slotsPerTenant, perTenant: limit, full: tooManyWrites });
}

function tooManyWrites(tenant: string, waiting: number): AppError {
  return unavailable(
    `Cannot write now: ${waiting} writes of ${tenant} are already waiting for the database. Try again in 1 second.`,
    'STORE_BUSY',
  );
}
