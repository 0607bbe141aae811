import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../store/queries.js';
import type { Lane } from './lanes.js';

/** Jobs that a worker may take next. */
export interface JobFilter {
  lane: Lane;
  /** Kinds that the worker can do. */
  kinds: readonly string[];
  /** Organizations whose jobs it may not take; null stands for the jobs without organization. */
  excluded: ReadonlySet<string | null>;
  /** Organization served last, where the search starts; empty for the first one. */
  after: string;
}

/** Organizations with waiting jobs that one choice compares at most. */
const compared = 100;

/**
 * Chooses whose job is next in a lane: of the organizations with a due job, the one with the fewest running jobs in the lane
 * across all instances; of those, the one that was served longest ago. So the next free slot goes to an organization that had
 * none, however many jobs others have. Jobs without organization count as one organization.
 *
 * It costs a few index look-ups per organization, however many jobs each has. When more than 100 organizations have waiting
 * jobs it compares the next 100 in the order of their ids; `after` moves on with each job, so that all get their turn.
 * @returns undefined if no job is due
 */
export async function chooseOrganization(
  read: Queries,
  filter: JobFilter,
): Promise<{ organizationId: string | null } | undefined> {
  const excludedIds = [...filter.excluded].filter((id) => id !== null);
  const own = sql`"organizationId" = "walk"."id"`;
  const found = sql`(select "id" from "walk" where "id" is not null limit ${sql.lit(compared)}) as "walk"`;
  const organizations = sql`select "walk"."id" as "organizationId", ${candidate(read, filter, own)}
    from ${found} where not ${read.inList(sql.ref('walk.id'), excludedIds)}`;
  const operator = sql`select null as "organizationId", ${candidate(read, filter, sql`"organizationId" is null`)}`;
  const all = filter.excluded.has(null) ? organizations : sql`${organizations} union all ${operator}`;
  return read.first(sql<{ organizationId: string | null }>`
    with recursive ${walk(filter)} select "organizationId" from (${all}) as "candidate"
    where "dueAt" is not null order by "running", "servedAt" nulls first, "dueAt" limit 1`);
}

/**
 * Ids of organizations with waiting jobs: those behind `after`, and those from the first one on, in turns. Each step seeks the
 * next id in the index and passes over all jobs between. `union` ends the second series where the first began.
 */
function walk({ lane, after }: JobFilter): RawBuilder<unknown> {
  return sql`"walk"("id") as (
    select cast(${after} as text) union select ''
    union
    select (select "organizationId" from "Job" where "lane" = ${lane} and "status" = 'waiting'
      and "organizationId" > "walk"."id" order by "organizationId" limit 1)
    from "walk" where "walk"."id" is not null
  )`;
}

/** Columns to compare an organization by; `dueAt` is null if it has no due job. */
function candidate({ inList }: Queries, { lane, kinds }: JobFilter, own: RawBuilder<unknown>): RawBuilder<unknown> {
  const now = new Date().toISOString();
  return sql`
    (select count(*) from "Job" where "lane" = ${lane} and "status" = 'running' and ${own}) as "running",
    (select max("startedAt") from "Job" where "lane" = ${lane} and ${own}) as "servedAt",
    (select "runAt" from "Job" where "lane" = ${lane} and "status" = 'waiting' and ${own} and "runAt" <= ${now}
      and ${inList('kind', [...kinds])} order by "runAt" limit 1) as "dueAt"`;
}
