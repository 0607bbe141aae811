import { rowsById } from '../../platform/db/query/by-id.js';
import type { LoaderDefinition } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';

/** Loader of specifications by id. */
export const specificationsById = rowsById('OpenAPISpec');

/** Loader of versions of specifications by id. */
export const versionsById = rowsById('OpenAPISpecVersion');

/** Loader of specifications by organization and slug; `slugKey` returns the keys. */
export const specificationsBySlug: LoaderDefinition<string, Row<'OpenAPISpec'> | null> = {
  name: 'specificationsBySlug',
  async load(queries, keys) {
    const rows = await queries.perKey({
      keys: keys.map((key) => key.split(' ')),
      query: (organizationId, slug) =>
        queries.sql
          .selectFrom('OpenAPISpec')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where('slug', '=', slug!),
    });
    return rows.map(([row]) => row ?? null);
  },
};

/** Returns the key of a specification for `specificationsBySlug`. */
export function slugKey({ organizationId, slug }: Pick<Row<'OpenAPISpec'>, 'organizationId' | 'slug'>): string {
  return `${organizationId} ${slug}`;
}
