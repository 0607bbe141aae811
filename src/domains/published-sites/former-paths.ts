import { changedPages } from '../../content/diff/changed-entries.js';
import { indexOf } from '../../content/manifest/page-index.js';
import type { Manifest } from '../../content/types.js';
import { insertSoon } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/transaction.js';

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
  await insertSoon(tx, { table: 'FormerPagePath', rows, over: ['spaceId', 'path'] });
}
