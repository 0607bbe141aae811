import { sql } from 'kysely';
import { groupBy } from '../../platform/arrays/group-by.js';
import { keyedQuery } from '../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../platform/db/query/loaders.js';

/** Number of issues of a cluster from one source in one week. */
export interface Tally {
  week: number;
  source: string;
  count: number;
}

/** Issue counts of clusters by week and source, in one batch. */
export const issueTalliesByCluster: LoaderDefinition<string, readonly Tally[]> = {
  name: 'issueTalliesByCluster',
  async load(queries, ids) {
    const rows = await queries.all(tallies(queries, ids));
    const found = groupBy(rows, ({ clusterId }) => clusterId!);
    return ids.map((id) => found.get(id) ?? []);
  },
};

const tallies = keyedQuery(({ sql: builder }, inKeys) =>
  builder
    .selectFrom('ConversationIssue')
    .select(['clusterId', 'week', 'source', sql<number>`cast(count(*) as integer)`.as('count')])
    .where(inKeys('clusterId'))
    .groupBy(['clusterId', 'week', 'source'])
    .orderBy('source'),
);

/** Returns the number of issues from each source. */
export function sourcesOf(tallied: readonly Tally[]): Record<string, number> {
  const sources = new Map<string, number>();
  for (const { source, count } of tallied) sources.set(source, (sources.get(source) ?? 0) + count);
  return Object.fromEntries(sources);
}
