import { groupBy } from '../../arrays/group-by.js';
import { rowsById } from '../../store/by-id.js';
import { keyedQuery } from '../../store/keyed-query.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Counts } from './space-parts.js';

/** Spaces by id, deleted ones included. */
export const spacesById = rowsById('Space');

/** Numbers of change requests by the space's id: one grouped statement for all spaces of a request. */
export const changeRequestCounts: LoaderDefinition<string, Counts> = {
  name: 'changeRequestCounts',
  async load(queries, spaceIds) {
    const rows = await queries.all(countsBySpace(queries, spaceIds), { number: 'int' });
    const bySpace = groupBy(rows, (row) => row.spaceId);
    return spaceIds.map((id) => countsOf(bySpace.get(id) ?? []));
  },
};

const countsBySpace = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('ChangeRequest')
    .select(({ fn }) => ['spaceId', 'status', fn.countAll<number>().as('number')])
    .where(inKeys('spaceId'))
    .groupBy(['spaceId', 'status']),
);

function countsOf(rows: { status: string; number: number }[]): Counts {
  const of = (status: string): number => rows.find((row) => row.status === status)?.number ?? 0;
  return { total: rows.reduce((sum, row) => sum + row.number, 0), open: of('open'), draft: of('draft') };
}
