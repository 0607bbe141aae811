import type { Row } from '../../platform/db/query/rows.js';
import type { Store } from '../../platform/db/write/store.js';

/** Filter for jobs. An absent field matches all jobs. */
export interface JobFilter {
  status?: string | undefined;
  kind?: string | undefined;
  organizationId?: string | undefined;
}

/**
 * Returns the newest jobs that pass a filter, at most `limit`. It checks no permissions, so only the operator may use
 * it.
 */
export function latestJobs({ read }: Store, filter: JobFilter, limit: number): Promise<Row<'Job'>[]> {
  let query = read.sql.selectFrom('Job').selectAll().orderBy('id', 'desc').limit(limit);
  for (const [column, value] of Object.entries(filter))
    if (value !== undefined) query = query.where(column as 'kind', '=', value);
  return read.all(query);
}
