import { rowsById } from '../../../platform/db/query/by-id.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { resolutionsIn, type StoredResolution } from './stored-resolutions.js';

/** Loader of change requests by id. */
export const changeRequestsById = rowsById('ChangeRequest');

/**
 * Loader of change requests by the id of their space and their number, with keys `<space>/<number>`; null if there is
 * none.
 */
export const changeRequestsByNumber: LoaderDefinition<string, Row<'ChangeRequest'> | null> = {
  name: 'changeRequestsByNumber',
  async load(queries, keys) {
    const rows = await queries.perKey({
      keys: keys.map((key) => key.split('/')),
      query: (spaceId, number) =>
        queries.sql
          .selectFrom('ChangeRequest')
          .selectAll()
          .where('spaceId', '=', spaceId)
          .where('number', '=', ({ cast }) => cast<number>(number, 'integer')),
    });
    return rows.map(([row]) => row ?? null);
  },
};

/** Loader of the resolutions of conflicts, by the id of the change request. */
export const resolutionsByChangeRequest: LoaderDefinition<string, Map<string, StoredResolution>> = {
  name: 'resolutionsByChangeRequest',
  async load(queries, keys) {
    const rows = await queries.perKey({
      keys: keys.map((key) => [key]),
      query: (id) => queries.sql.selectFrom('ConflictResolution').selectAll().where('changeRequestId', '=', id),
    });
    return rows.map(resolutionsIn);
  },
};
