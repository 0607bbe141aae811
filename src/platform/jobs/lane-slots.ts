import type { JobFilter } from './choose-queue.js';
import type { Lane, LaneCapacity } from './lanes.js';
import type { LeasedJob } from './lease.js';

/** The slots of a lane in this process, and the jobs in them. */
export interface LaneSlots {
  readonly lane: Lane;
  isAnyFree(): boolean;
  /** Returns the conditions for jobs that may take a free slot. */
  filter(): Omit<JobFilter, 'kinds'>;
  /** Gives a slot to a job. */
  occupy(job: LeasedJob): void;
  /** Frees the slot of a job. */
  release(job: LeasedJob): void;
}

/** Creates the slots of a lane, all free. */
export function createLaneSlots(lane: Lane, { slots, perOrganization }: LaneCapacity): LaneSlots {
  const running = new Set<LeasedJob>();
  let after = '';
  return {
    lane,
    isAnyFree: () => running.size < slots,
    filter: () => ({ lane, after, excluded: queuesWith(running, perOrganization) }),
    occupy(job) {
      running.add(job);
      after = job.queue;
    },
    release: (job) => void running.delete(job),
  };
}

/** Returns the queues to which at least `count` of the jobs belong. */
function queuesWith(jobs: Iterable<LeasedJob>, count: number): Set<string> {
  const counts = new Map<string, number>();
  for (const { queue } of jobs) counts.set(queue, (counts.get(queue) ?? 0) + 1);
  return new Set([...counts].filter(([, jobs]) => jobs >= count).map(([queue]) => queue));
}
