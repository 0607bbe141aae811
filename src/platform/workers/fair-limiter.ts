import type { AppError } from '../base/errors.js';
import { createFairQueue, type FairQueueLimits } from './fair-queue.js';

/** Tenant and weight of a task. */
interface TaskOwner {
  /** See `Waiting.tenant`. */
  tenant: string;
  /** See `Waiting.weight`; default 0. */
  weight?: number;
}

/** Load of a limiter. */
export interface LimiterState {
  /** Maximum number of tasks that run at the same time. */
  slots: number;
  /** Number of tasks that run. */
  running: number;
  /** Number of tasks that wait. */
  waiting: number;
  /** Number of tasks that have started since the limiter was created. */
  started: number;
  /** Milliseconds that the started tasks have waited, together. */
  waitedMs: number;
  /** Milliseconds that the oldest waiting task has waited; 0 if none waits. */
  longestWaitMs: number;
}

/** Runs a limited number of tasks at a time, and serves tenants in turn. */
export interface FairLimiter {
  /**
   * Runs a task when a slot is free.
   * @throws AppError (`FairQueueLimits.full`) if the tenant's share of the queue is full; the error of the task
   */
  run<Result>(task: () => Promise<Result>, owner: TaskOwner): Promise<Result>;
  /** Returns the current load. */
  state(): LimiterState;
}

/** Limits of a limiter. */
export interface FairLimiterLimits extends FairQueueLimits {
  /** Maximum number of tasks that run at the same time. */
  slots: number;
  /** Maximum number of slots that one tenant may hold; default: all. */
  slotsPerTenant?: number;
}

/** A task that waits for its slot. */
interface WaitingTask {
  tenant: string;
  weight: number;
  start(): void;
  refuse(error: AppError): void;
}

/** Creates a limiter; no task is running yet. */
export function createFairLimiter({ slots, slotsPerTenant = slots, ...limits }: FairLimiterLimits): FairLimiter {
  const queue = createFairQueue<WaitingTask>(limits);
  const held = new Map<string, number>();
  const waits = createWaits();
  let free = slots;

  const hasSlot = ({ tenant }: { tenant: string }): boolean => (held.get(tenant) ?? 0) < slotsPerTenant;

  function startNext(): void {
    const next = free > 0 ? queue.take(hasSlot) : undefined;
    if (!next) return;
    hold(next.tenant, 1);
    next.start();
  }
  function hold(tenant: string, more: 1 | -1): void {
    free -= more;
    const now = (held.get(tenant) ?? 0) + more;
    if (now === 0) held.delete(tenant);
    else held.set(tenant, now);
  }
  function end(tenant: string): void {
    hold(tenant, -1);
    startNext();
  }

  return {
    async run(task, { tenant, weight = 0 }) {
      await waits.measure(
        new Promise<void>((start, refuse) => {
          queue.add({ tenant, weight, start, refuse });
          startNext();
        }),
      );
      try {
        return await task();
      } finally {
        end(tenant);
      }
    },
    state: () => ({ slots, running: slots - free, waiting: queue.length(), ...waits.state() }),
  };
}

/** Creates functions that measure how long tasks wait. */
function createWaits() {
  /** Start times of the waits in progress, earliest first. */
  const inProgress = new Set<{ since: number }>();
  let [started, waitedMs] = [0, 0];
  return {
    async measure(start: Promise<void>): Promise<void> {
      const wait = { since: performance.now() };
      inProgress.add(wait);
      try {
        await start;
        started++;
        waitedMs += performance.now() - wait.since;
      } finally {
        inProgress.delete(wait);
      }
    },
    state() {
      const [oldest] = inProgress;
      return { started, waitedMs, longestWaitMs: oldest ? performance.now() - oldest.since : 0 };
    },
  };
}
