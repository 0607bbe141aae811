import type { Manifest } from '../../../engine/base/types.js';
import { changedPages } from '../../../engine/change/diff/changed-entries.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';

/** Move of the head of a space, with the manifests before and after. */
export interface PathMove {
  organizationId: string;
  spaceId: string;
  before: Manifest;
  after: Manifest;
}

/**
 * Stores the former paths of pages, in the transaction that moves a head. A former path leads to the last page that had
 * it, unless another page now has this path. It runs no statement if all pages keep their paths; otherwise it runs one
 * statement for every few hundred paths.
 */
export async function storeFormerPaths(tx: Transaction, move: PathMove): Promise<void> {
  const { organizationId, spaceId, before, after } = move;
  const { pageById } = manifestIndex(after);
  const rows = changedPages(before, after).removed.flatMap(({ page: { id: pageId, path } }) =>
    path === undefined || pageById.get(pageId)?.page.path === path ? [] : [{ organizationId, spaceId, path, pageId }],
  );
  await bufferInsertIfFew(tx, { table: 'FormerPagePath', rows, conflictColumns: ['spaceId', 'path'] });
}
