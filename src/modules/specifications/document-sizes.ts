import type { LoaderDefinition } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';

type Document = Pick<Row<'OpenAPISpecVersion'>, 'organizationId' | 'blobHash'>;

/** Returns the key of a version's document for `documentSizes`. */
export function documentKey({ organizationId, blobHash }: Document): string {
  return `${organizationId} ${blobHash}`;
}

/** Loader of the sizes of documents in bytes, by `documentKey`; null for a document that is missing from the store. */
export const documentSizes: LoaderDefinition<string, number | null> = {
  name: 'sizes of documents',
  async load(queries, keys) {
    const [organizations, hashes] = [0, 1].map((part) => [...new Set(keys.map((key) => key.split(' ')[part]!))]);
    const query = queries.sql
      .selectFrom('Blob')
      .select(['organizationId', 'hash as blobHash', 'size'])
      .where(queries.inList('organizationId', organizations!))
      .where(queries.inList('hash', hashes!));
    const sizes = new Map((await queries.all(query)).map((row) => [documentKey(row), row.size]));
    return keys.map((key) => sizes.get(key) ?? null);
  },
};
