/** Kind of slot that a job runs in: `fetching` for jobs that mostly wait for other hosts, `computing` for all others. */
export type Lane = 'fetching' | 'computing';

/** All lanes, in the order in which one worker serves them. */
export const lanes: readonly Lane[] = ['computing', 'fetching'];

/** Slots of a lane in one process. */
export interface LaneCapacity {
  /** Jobs that run at once. */
  slots: number;
  /** Jobs of one organization that run at once. */
  perOrganization: number;
}

/**
 * Slots per process and lane. In the fetching lane, one organization holds at most half of the slots. A host that never
 * responds holds a slot for many seconds at no cost, so another organization must find a free slot. In the computing
 * lane, one organization may hold all slots, so that a server with one organization uses all of them. The next free
 * slot then goes to another organization.
 */
const defaults: Readonly<Record<Lane, { slots: number; share: number }>> = {
  computing: { slots: 2, share: 1 },
  fetching: { slots: 8, share: 0.5 },
};

/** Returns the capacity of a lane, with the default number of slots or another one. */
export function laneCapacity(lane: Lane, slots = defaults[lane].slots): LaneCapacity {
  return { slots, perOrganization: Math.max(1, Math.floor(slots * defaults[lane].share)) };
}
