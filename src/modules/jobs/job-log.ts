import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Store } from '../../platform/db/write/store.js';

/** Filter for jobs. An absent or null field matches all jobs. */
export interface JobFilter {
  status?: string | null | undefined;
  kind?: string | null | undefined;
  /** Id of an organization. */
  organization?: string | null | undefined;
}

/** Returns the query for the jobs that pass a filter. It checks no permissions. */
export function jobsQuery(read: Queries, { status, kind, organization }: JobFilter) {
  let query = read.sql.selectFrom('Job').selectAll();
  if (status != null) query = query.where('status', '=', status);
  if (kind != null) query = query.where('kind', '=', kind);
  return organization == null ? query : query.where('organizationId', '=', organization);
}

/**
 * Returns the newest jobs that pass a filter, at most `limit`. It checks no permissions, so only the operator may use
 * it.
 */
export function latestJobs({ read }: Store, filter: JobFilter, limit: number): Promise<Row<'Job'>[]> {
  return read.all(jobsQuery(read, filter).orderBy('id', 'desc').limit(limit));
}
