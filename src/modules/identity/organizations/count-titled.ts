import type { Queries } from '../../../platform/db/query/queries.js';

/** Returns how many organizations have a title, without those that are deleted. Case counts. */
export async function countOrganizationsTitled({ sql, first }: Queries, title: string): Promise<number> {
  const query = sql
    .selectFrom('Organization')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('title', '=', title)
    .where('deletedAt', 'is', null);
  return Number((await first(query))!.count);
}
