import { limits } from '../base/limits.js';

/**
 * Type of slot in which a job runs: `fetching` for jobs that mostly wait for other hosts, `computing` for all others.
 */
export type Lane = 'fetching' | 'computing';

/** All lanes, in the order in which one worker serves them. */
export const lanes: readonly Lane[] = ['computing', 'fetching'];

/** Numbers of slots of a lane in one process. */
export interface LaneCapacity {
  /** Maximum number of jobs that run at the same time. */
  slots: number;
  /** Maximum number of jobs of one organization that run at the same time. */
  perOrganization: number;
}

/**
 * Slots per process and lane. In the fetching lane, one organization gets at most half of the slots. A host that never
 * responds occupies a slot for many seconds without any cost, so another organization must find a free slot. In the
 * computing lane, one organization may use all slots, because a server may have only one organization. The next free
 * slot then goes to another organization.
 */
const defaults: Readonly<Record<Lane, { slots: number; share: number }>> = {
  computing: { slots: limits.computingJobs.value, share: 1 },
  fetching: { slots: limits.fetchingJobs.value, share: 0.5 },
};

/** Returns the capacity of a lane with a given number of slots, or with the default number. */
export function laneCapacity(lane: Lane, slots = defaults[lane].slots): LaneCapacity {
  return { slots, perOrganization: Math.max(1, Math.floor(slots * defaults[lane].share)) };
}
