import { readBytes } from '../../../platform/blobs/read-blob-objects.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';

/** Revisions by id. */
export const revisionsById = rowsById('Revision');

/**
 * Rows of the head index of pages, by page id: the space of a page and its times. Reads one row for each page,
 * regardless of the size of the space.
 */
export const headPagesById = rowsById('Page');

/** Rows of the head index of files, by file id. */
export const headFilesById = rowsById('File');

/** Address of a blob or a tree node; hashes are unique within an organization. */
export interface ContentAddress {
  organizationId: string;
  hash: string;
}

/** Returns an address as a string, for loaders and caches. */
export function addressKey({ organizationId, hash }: ContentAddress): string {
  return `${organizationId}/${hash}`;
}

/** Content of tree nodes by address; null if there is no node. */
export const treeNodes: LoaderDefinition<string, string | null> = {
  name: 'tree nodes',
  async load(queries, keys) {
    const rows = await queries.perKey({
      keys: keys.map((key) => key.split('/')),
      query: (organizationId, hash) =>
        queries.sql
          .selectFrom('TreeNode')
          .select('content')
          .where('organizationId', '=', organizationId)
          .where('hash', '=', hash),
    });
    return rows.map(([row]) => row?.content ?? null);
  },
};

/** Bytes of blobs by address; null if there is no blob. */
export const blobs: LoaderDefinition<string, Uint8Array | null> = {
  name: 'blobs',
  async load(queries, keys) {
    const rows = await queries.perKey({
      keys: keys.map((key) => key.split('/')),
      query: (organizationId, hash) =>
        queries.sql
          .selectFrom('Blob')
          .select(['organizationId', 'hash', 'size', 'bytes', 'inObjectStorage'])
          .where('organizationId', '=', organizationId)
          .where('hash', '=', hash),
    });
    const found = rows.flatMap(([row]) => row ?? []);
    const contents = await readBytes(queries, found);
    const contentOf = new Map(found.map((row, index) => [row, contents[index]!]));
    return rows.map(([row]) => (row ? contentOf.get(row)! : null));
  },
};
