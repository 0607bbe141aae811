import type { Row } from '../../platform/db/query/rows.js';
import type { Store } from '../../platform/db/write/store.js';

/** Which jobs are looked for; what is absent is not asked for. */
export interface JobFilter {
  status?: string | undefined;
  kind?: string | undefined;
  organizationId?: string | undefined;
}

/** The newest jobs that a filter lets pass, so many at most. Nobody's rights are asked: for the operator. */
export function latestJobs({ read }: Store, filter: JobFilter, limit: number): Promise<Row<'Job'>[]> {
  let query = read.sql.selectFrom('Job').selectAll().orderBy('id', 'desc').limit(limit);
  for (const [column, value] of Object.entries(filter))
    if (value !== undefined) query = query.where(column as 'kind', '=', value);
  return read.all(query);
}
