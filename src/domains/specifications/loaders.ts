import { rowsById } from '../../store/by-id.js';
import { keyedQuery } from '../../store/keyed-query.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Row } from '../../store/rows.js';

/** Specifications by id. */
export const specificationsById = rowsById('OpenAPISpec');

/** Versions of specifications by id. */
export const versionsById = rowsById('OpenAPISpecVersion');

/** A specification of an organization by its slug: keys are made by `slugKey`. */
export const specificationsBySlug: LoaderDefinition<string, Row<'OpenAPISpec'> | null> = {
  name: 'specificationsBySlug',
  async load(queries, keys) {
    const rows = await queries.all(bySlug(queries, [...new Set(keys.map(slugOf))]));
    const found = new Map(rows.map((row) => [slugKey(row), row]));
    return keys.map((key) => found.get(key) ?? null);
  },
};

/** The key of a specification's slug in its organization. */
export function slugKey({ organizationId, slug }: Pick<Row<'OpenAPISpec'>, 'organizationId' | 'slug'>): string {
  return `${organizationId} ${slug}`;
}

const slugOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

const bySlug = keyedQuery(({ sql }, inKeys) => sql.selectFrom('OpenAPISpec').selectAll().where(inKeys('slug')));
