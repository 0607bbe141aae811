import type { JobFilter } from './choose-organization.js';
import type { Lane, LaneCapacity } from './lanes.js';
import type { HeldJob } from './lease.js';

/** The slots of a lane in this process, and the jobs that hold them. */
export interface LaneSlots {
  readonly lane: Lane;
  isAnyFree(): boolean;
  /** Which jobs may take a free slot. */
  filter(): Omit<JobFilter, 'kinds'>;
  /** Gives a slot to a job. */
  occupy(job: HeldJob): void;
  /** Frees the slot of a job. */
  release(job: HeldJob): void;
}

/** Makes the slots of a lane, all free. */
export function createLaneSlots(lane: Lane, { slots, perOrganization }: LaneCapacity): LaneSlots {
  const running = new Set<HeldJob>();
  let after = '';
  return {
    lane,
    isAnyFree: () => running.size < slots,
    filter: () => ({ lane, after, excluded: organizationsWith(running, perOrganization) }),
    occupy(job) {
      running.add(job);
      after = job.organizationId ?? after;
    },
    release: (job) => void running.delete(job),
  };
}

/** Organizations that have at least so many of some jobs. */
function organizationsWith(jobs: Iterable<HeldJob>, count: number): Set<string | null> {
  const counts = new Map<string | null, number>();
  for (const { organizationId } of jobs) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
  return new Set([...counts].filter(([, jobs]) => jobs >= count).map(([id]) => id));
}
