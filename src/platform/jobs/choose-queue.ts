import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../db/query/queries.js';
import type { Lane } from './lanes.js';

/**
 * Jobs that a worker may take next. A queue holds the jobs of one organization in one lane; the jobs without organization have a
 * queue of their own.
 */
export interface JobFilter {
  lane: Lane;
  /** Kinds that the worker can do. */
  kinds: readonly string[];
  /** Queues whose jobs it may not take. */
  excluded: ReadonlySet<string>;
  /** Queue served last, where the search starts; empty for the start. */
  after: string;
}

/** Queues with waiting jobs that one choice compares at most. */
const compared = 100;

/**
 * Chooses which queue of a lane is next: of those with a due job, the one with the fewest running jobs across all instances; of
 * those, the one that was served longest ago. So the next free slot goes to an organization that holds none, however many jobs
 * others have.
 *
 * It costs a few index look-ups per queue, however many jobs each has. When more than 100 queues have waiting jobs it compares 100
 * of them; `after` moves on with each job, so that all are compared in time.
 * @returns undefined if no job is due
 */
export async function chooseQueue(read: Queries, filter: JobFilter): Promise<string | undefined> {
  const { lane, kinds, excluded } = filter;
  const now = new Date().toISOString();
  const isOwn = sql`"queue" = "waiting"."name"`;
  const candidate = sql`"candidate"("name", "dueAt", "servedAt") as materialized (
    select "name",
      (select "runAt" from "Job" where "lane" = ${lane} and "status" = 'waiting' and ${isOwn} and "runAt" <= ${now}
        and ${isOneOf(read, kinds)} order by "runAt" limit 1),
      (select max("startedAt") from "Job" where ${isOwn})
    from (select "name" from "walk" where "name" is not null limit ${sql.lit(compared)}) as "waiting"
    where not ${read.inList('waiting.name', [...excluded])})`;
  const chosen = await read.first(sql<{ name: string }>`
    with recursive ${walk(filter)}, ${running(lane)}, ${candidate}
    select "candidate"."name" from "candidate" left join "running" on "running"."name" = "candidate"."name"
    where "dueAt" is not null order by coalesce("count", 0), "servedAt" nulls first, "dueAt" limit 1`);
  return chosen?.name;
}

/**
 * The condition that a job is of one of some kinds. No index is chosen for it: without statistics, as on a new database, Postgres
 * takes each condition for equally rare, and would read all waiting jobs of the kinds.
 */
export function isOneOf({ inList }: Pick<Queries, 'inList'>, kinds: readonly string[]) {
  return inList(sql`"kind" || ''`, kinds);
}

/**
 * Queues with waiting jobs: a series of those after `after`, and one of those from the start on. Each step seeks the next queue in
 * the index, past all jobs of the last one. `union` ends the second series where the first one began.
 */
function walk({ lane, after }: JobFilter): RawBuilder<unknown> {
  return sql`"walk"("name") as (
    select cast(${after} as text) union select ''
    union
    select (select "queue" from "Job" where "lane" = ${lane} and "status" = 'waiting' and "queue" > "walk"."name"
      order by "queue" limit 1)
    from "walk" where "walk"."name" is not null
  )`;
}

/** Running jobs by queue; there are no more than slots. */
function running(lane: Lane): RawBuilder<unknown> {
  return sql`"running"("name", "count") as (
    select "queue", count(*) from "Job" where "lane" = ${lane} and "status" = 'running' group by "queue")`;
}
