import { type RawBuilder, sql } from 'kysely';
import { isLive } from '../db/query/live-organizations.js';
import type { Queries } from '../db/query/queries.js';
import type { Lane } from './lanes.js';

/**
 * Selects the jobs that a worker may take next. A queue contains the jobs of one organization in one lane. Jobs without
 * an organization share a queue, unless they have their own.
 */
export interface JobFilter {
  lane: Lane;
  /** Names of the job kinds that the worker can run. */
  kinds: readonly string[];
  /** Queues whose jobs the worker may not take. */
  excluded: ReadonlySet<string>;
  /** The queue that was served last. The search starts after it. If empty, the search starts with the first queue. */
  after: string;
}

/** Maximum number of queues with waiting jobs to compare for one choice. */
const maxComparedQueues = 100;

/**
 * Chooses the next queue of a lane. Of the queues with a due job, it chooses the one with the fewest running jobs on
 * all instances. Ties go to the queue that was served the longest time ago. So the next free slot goes to an
 * organization that has none, regardless of how many jobs others have.
 *
 * It costs a few index look-ups per queue, for any number of jobs. If more than 100 queues have waiting jobs, it
 * compares 100 of them. `after` advances with each job, so that all queues are compared eventually.
 * Jobs of a deleted organization wait, and their queues do not count among the 100.
 * @returns undefined if no job is due
 */
export async function chooseQueue(read: Queries, filter: JobFilter): Promise<string | undefined> {
  const { lane, kinds, excluded } = filter;
  const now = new Date().toISOString();
  const isOwn = sql`"queue" = "waiting"."name"`;
  const organization = sql`substr("walk"."name", ${sql.lit(lane.length + 2)})`;
  const candidate = sql`"candidate"("name", "dueAt", "servedAt") as materialized (
    select "name",
      (select "runAt" from "Job" where "lane" = ${lane} and "status" = 'waiting' and ${isOwn} and "runAt" <= ${now}
        and ${isOneOf(read, kinds)} order by "runAt" limit 1),
      (select max("startedAt") from "Job" where ${isOwn})
    from (select "name" from "walk" where "name" is not null and ${isLive(organization)}
      limit ${sql.lit(maxComparedQueues)}) as "waiting"
    where not ${read.inList('waiting.name', [...excluded])})`;
  const chosen = await read.first(sql<{ name: string }>`
    with recursive ${queuesWithWaitingJobs(filter)}, ${runningJobs(lane)}, ${candidate}
    select "candidate"."name" from "candidate" left join "running" on "running"."name" = "candidate"."name"
    where "dueAt" is not null order by coalesce("count", 0), "servedAt" nulls first, "dueAt" limit 1`);
  return chosen?.name;
}

/**
 * Returns the condition that a job is of one of the given kinds. The condition is written so that the database cannot
 * use an index for it. Without statistics, as on a new database, Postgres assumes that all conditions are equally rare,
 * and would read all waiting jobs of the kinds.
 */
export function isOneOf({ inList }: Pick<Queries, 'inList'>, kinds: readonly string[]) {
  return inList(sql`"kind" || ''`, kinds);
}

/**
 * Returns the queues with waiting jobs: first those after `after`, then those from the start. Each step seeks the next
 * queue in the index, and skips all jobs of the previous one. `union` ends the second series at the queue where the
 * first one began.
 */
function queuesWithWaitingJobs({ lane, after }: JobFilter): RawBuilder<unknown> {
  return sql`"walk"("name") as (
    select cast(${after} as text) union select ''
    union
    select (select "queue" from "Job" where "lane" = ${lane} and "status" = 'waiting' and "queue" > "walk"."name"
      order by "queue" limit 1)
    from "walk" where "walk"."name" is not null
  )`;
}

/** Returns the number of running jobs by queue. There are at most as many as slots. */
function runningJobs(lane: Lane): RawBuilder<unknown> {
  return sql`"running"("name", "count") as (
    select "queue", count(*) from "Job" where "lane" = ${lane} and "status" = 'running' group by "queue")`;
}
