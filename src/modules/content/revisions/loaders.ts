import { rowsById } from '../../../platform/db/query/by-id.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';

/** Revisions by id. */
export const revisionsById = rowsById('Revision');

/** Rows of the head index of pages, by page id: where a page lives and its times. One page costs one row, however large its space. */
export const headPagesById = rowsById('Page');

/** Rows of the head index of files, by file id. */
export const headFilesById = rowsById('File');

/** The address of some content: hashes are unique within an organization. */
export interface ContentAddress {
  organizationId: string;
  hash: string;
}

/** One string per address, for loaders and caches. */
export function addressKey({ organizationId, hash }: ContentAddress): string {
  return `${organizationId}/${hash}`;
}

/** Bytes by address; null where there are none. */
export const blobs: LoaderDefinition<string, Uint8Array | null> = {
  name: 'blobs',
  async load(queries, keys) {
    const rows = await queries.perKey({
      keys: keys.map((key) => key.split('/')),
      query: (organizationId, hash) =>
        queries.sql
          .selectFrom('Blob')
          .select('bytes')
          .where('organizationId', '=', organizationId)
          .where('hash', '=', hash),
    });
    return rows.map(([row]) => row?.bytes ?? null);
  },
};
