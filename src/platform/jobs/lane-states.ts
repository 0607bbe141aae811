import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/query/queries.js';
import { isOneOf } from './choose-queue.js';
import type { Lane } from './lanes.js';

/** Whether a lane has work. */
export interface LaneState {
  lane: Lane;
  /** Whether a job is due. */
  isDue: boolean;
  /** Whether the lease of a running job has expired. */
  isExpired: boolean;
}

/**
 * Reads which lanes have work. It uses one statement with two index look-ups per lane, because every instance runs it
 * once a second.
 * @param kinds names of the kinds that this process can run
 */
export function readLaneStates(read: Queries, lanes: readonly Lane[], kinds: readonly string[]): Promise<LaneState[]> {
  const now = new Date().toISOString();
  const states = lanes.map((lane) => {
    const jobs = (status: 'waiting' | 'running', since: 'runAt' | 'lockedUntil'): RawBuilder<unknown> =>
      sql`select 1 from "Job" where "lane" = ${lane} and "status" = ${sql.lit(status)} and ${sql.ref(since)} <= ${now}`;
    const due = sql`${jobs('waiting', 'runAt')} and ${isOneOf(read, kinds)}`;
    return sql`select cast(${lane} as text) as "lane", exists (${due}) as "isDue",
      exists (${jobs('running', 'lockedUntil')}) as "isExpired"`;
  });
  const all = sql<LaneState>`${sql.join(states, sql` union all `)}`;
  return read.all(all, { isDue: 'boolean', isExpired: 'boolean' });
}
