import type { Queries } from '../../../platform/db/query/queries.js';

/** Reports whether a database has any organization. A database without one has no data yet. */
export async function hasOrganizations({ sql, first }: Queries): Promise<boolean> {
  return (await first(sql.selectFrom('Organization').select('id').limit(1))) !== undefined;
}
