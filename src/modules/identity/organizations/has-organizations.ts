import type { Queries } from '../../../platform/db/query/queries.js';

/** Whether a database holds any organization: one that does not was never filled. */
export async function hasOrganizations({ sql, first }: Queries): Promise<boolean> {
  return (await first(sql.selectFrom('Organization').select('id').limit(1))) !== undefined;
}
