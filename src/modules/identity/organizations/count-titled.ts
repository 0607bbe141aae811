import type { Queries } from '../../../platform/db/query/queries.js';

/** Returns the number of organizations with a title, except deleted ones. The comparison is case-sensitive. */
export async function countOrganizationsTitled({ sql, first }: Queries, title: string): Promise<number> {
  const query = sql
    .selectFrom('Organization')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('title', '=', title)
    .where('deletedAt', 'is', null);
  return Number((await first(query))!.count);
}
