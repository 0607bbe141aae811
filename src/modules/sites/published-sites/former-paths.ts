import type { Manifest } from '../../../engine/base/types.js';
import { changedPages } from '../../../engine/change/diff/changed-entries.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';

/** A space's head on its way from one manifest to the next. */
export interface PathMove {
  organizationId: string;
  spaceId: string;
  before: Manifest;
  after: Manifest;
}

/**
 * Keeps the paths that pages leave behind, in the transaction that moves a head: each leads to the last page that left it.
 * A page that comes to one goes before it, and leaves it to itself. Where no page leaves its path, nothing is asked of the
 * database; else one statement for some hundred of them.
 */
export async function keepFormerPaths(tx: Transaction, move: PathMove): Promise<void> {
  const { organizationId, spaceId, before, after } = move;
  const { pageById } = indexOf(after);
  const rows = changedPages(before, after).gone.flatMap(({ page: { id: pageId, path } }) =>
    path === undefined || pageById.get(pageId)?.page.path === path ? [] : [{ organizationId, spaceId, path, pageId }],
  );
  await bufferInsertIfFew(tx, { table: 'FormerPagePath', rows, over: ['spaceId', 'path'] });
}
