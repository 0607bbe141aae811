import type { Expression } from 'kysely';
import type { LoaderDefinition, Loaders } from '../../../platform/db/query/loaders.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';

/**
 * Returns the loader of the heads that spaces had at a given time, by the id of the space. A head is null before the
 * first revision of the space. The loader reads the heads of all requested spaces in one batch of queries.
 */
export function headsAt(loaders: Loaders, time: Date): LoaderDefinition<string, Row<'Revision'> | null> {
  const at = time.toISOString();
  return loaders.once(`heads at ${at}`, () => ({
    name: 'headsAt',
    async load(queries, spaceIds) {
      const rows = await queries.perKey({
        keys: spaceIds,
        query: (spaceId) =>
          spaceRevisions(queries)
            .where('spaceId', '=', spaceId)
            .where('createdAt', '<=', at)
            .orderBy('id', 'desc')
            .limit(1),
      });
      return rows.map(([row]) => row ?? null);
    },
  }));
}

/** Selects the former and current heads of spaces. Excludes revisions of change requests. */
export function spaceRevisions({ sql }: Pick<Queries, 'sql'>) {
  return sql.selectFrom('Revision').selectAll().where('changeRequestId', 'is', null);
}

/**
 * Selects the revisions of a change request. The condition on the space lets the database use the index that begins
 * with the space.
 */
export function changeRequestRevisions({ sql }: Pick<Queries, 'sql'>, changeRequestId: Expression<string>) {
  const spaceId = sql.selectFrom('ChangeRequest').select('spaceId').where('id', '=', changeRequestId);
  const all = sql.selectFrom('Revision').selectAll().where('spaceId', '=', spaceId);
  return all.where('changeRequestId', '=', changeRequestId);
}
