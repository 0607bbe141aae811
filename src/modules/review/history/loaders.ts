import type { Expression } from 'kysely';
import type { LoaderDefinition, Loaders } from '../../../platform/db/query/loaders.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';

/**
 * Heads of spaces at a given time, by the space's id: the newest revision of the space itself that was created by then.
 * Null before the first revision. One batch of queries serves all spaces for which a request reads the same time.
 */
export function headsAt(loaders: Loaders, time: Date): LoaderDefinition<string, Row<'Revision'> | null> {
  const at = time.toISOString();
  return loaders.once(`heads at ${at}`, () => ({
    name: 'headsAt',
    async load(queries, spaceIds) {
      const rows = await queries.perKey({
        keys: spaceIds,
        query: (spaceId) =>
          ownRevisions(queries)
            .where('spaceId', '=', spaceId)
            .where('createdAt', '<=', at)
            .orderBy('id', 'desc')
            .limit(1),
      });
      return rows.map(([row]) => row ?? null);
    },
  }));
}

/** Selects revisions of spaces themselves, that is, former and current heads. Excludes revisions of change requests. */
export function ownRevisions({ sql }: Pick<Queries, 'sql'>) {
  return sql.selectFrom('Revision').selectAll().where('changeRequestId', 'is', null);
}

/** Selects the revisions of a change request. Uses the index that begins with the space. */
export function ownRevisionsOf({ sql }: Pick<Queries, 'sql'>, changeRequestId: Expression<string>) {
  const spaceId = sql.selectFrom('ChangeRequest').select('spaceId').where('id', '=', changeRequestId);
  const all = sql.selectFrom('Revision').selectAll().where('spaceId', '=', spaceId);
  return all.where('changeRequestId', '=', changeRequestId);
}
