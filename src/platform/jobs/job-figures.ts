import { sql } from 'kysely';
import type { Queries } from '../db/query/queries.js';
import { lanes } from './lanes.js';

/** Number of jobs of a kind in a state. */
export interface JobFigures {
  kind: string;
  status: 'waiting' | 'running' | 'dead';
  count: number;
  /** Earliest start time of these jobs, ISO 8601. */
  earliest: string;
}

/** Reads the numbers of jobs that are not done. An index finds them, however many jobs are done. */
export function readJobFigures(read: Queries): Promise<JobFigures[]> {
  const states = lanes.flatMap((lane) => ['waiting', 'running', 'dead'].map((status) => ({ lane, status })));
  const jobs = states.map(
    ({ lane, status }) =>
      sql`select "kind", "status", "runAt" from "Job" where "lane" = ${sql.lit(lane)} and "status" = ${sql.lit(status)}`,
  );
  const figures = sql<JobFigures>`select "kind", "status", cast(count(*) as integer) as "count", min("runAt") as "earliest"
    from (${sql.join(jobs, sql` union all `)}) as "pending" group by "kind", "status"`;
  return read.all(figures, { count: 'int', earliest: 'datetime' });
}
