import type { SheddingConfig } from '../../../platform/config/shedding-config.js';

/** Load of a process in the last interval. */
export interface Load {
  /** Length of the interval, in milliseconds. */
  intervalMs: number;
  /** Mean delay of the event loop, in milliseconds. */
  delayMs: number;
  /** Share of the heap that is in use, 0 to 1. */
  heapShare: number;
}

/** Decides which requests a process may begin, by the number of requests in progress. */
export interface Admission {
  /**
   * Begins a request of a tenant, if it may begin. Tenants with the most requests in progress are refused first.
   * @param isAdmin whether the request may also begin in the reserve for admins
   */
  begin(tenant: string, isAdmin?: boolean): boolean;
  /** Ends a request. */
  end(tenant: string): void;
  /** Adapts the number of requests to the load of the last interval. */
  observe(load: Load): void;
  /** Number of requests in progress, and how many there may be at present. */
  state(): { inProgress: number; limit: number };
}

/** Number of requests that may always be in progress. */
const minRequests = 16;

/**
 * How long the load must stay above a threshold before requests are refused. A cold start, or a long garbage collection,
 * delays one or two intervals of a process that is not overloaded.
 */
const sustained = { intervals: 3, milliseconds: 1_000 };

/** Number of requests of admins that may be in progress beyond the limit, in total and of one admin. */
const reserve = { total: 40, perAdmin: 20 };

/**
 * Creates the admission of a process. If the load stays above a threshold for a second, it reduces the limit at each
 * interval until the load falls. The new limit is below the highest number of requests in progress in that interval. If
 * the delay is below half of the threshold, it raises the limit step by step.
 */
export function createAdmission({ delayMs, requests, heapShare }: SheddingConfig): Admission {
  const byTenant = new Map<string, number>();
  let inProgress = 0;
  // Reads of SQLite end before the next timer, so few or none of them are in progress when the load is observed.
  let peak = 0;
  let limit = requests;
  const above = { intervals: 0, milliseconds: 0 };
  const mayRun = (running: number, isAdmin: boolean, total: number): boolean =>
    total <= limit ||
    running <= limit / byTenant.size ||
    (isAdmin && total <= limit + reserve.total && running <= reserve.perAdmin);
  return {
    begin(tenant, isAdmin = false) {
      const running = (byTenant.get(tenant) ?? 0) + 1;
      byTenant.set(tenant, running);
      if (mayRun(running, isAdmin, inProgress + 1)) {
        inProgress += 1;
        peak = Math.max(peak, inProgress);
        return true;
      }
      if (running === 1) byTenant.delete(tenant);
      else byTenant.set(tenant, running - 1);
      return false;
    },
    end(tenant) {
      const left = byTenant.get(tenant)! - 1;
      inProgress -= 1;
      if (left === 0) byTenant.delete(tenant);
      else byTenant.set(tenant, left);
    },
    observe(load) {
      const isAbove = load.delayMs > delayMs || load.heapShare > heapShare;
      above.intervals = isAbove ? above.intervals + 1 : 0;
      above.milliseconds = isAbove ? above.milliseconds + load.intervalMs : 0;
      if (above.intervals >= sustained.intervals && above.milliseconds >= sustained.milliseconds)
        limit = Math.max(minRequests, Math.floor(Math.min(limit, peak) * 0.7));
      else if (!isAbove && load.delayMs < delayMs / 2) limit = Math.min(requests, Math.ceil(limit * 1.1));
      peak = inProgress;
    },
    state: () => ({ inProgress, limit }),
  };
}
