import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { notFound } from '../../../platform/base/errors.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { readManifest } from './manifests.js';
import type { IndexedMove } from './move-head.js';

/** An index of the heads of spaces. */
export interface HeadIndex {
  /** Table with a row for each indexed space. The row contains the version of the index. */
  table: 'SearchSpace' | 'LinkSpace';
  version: number;
  /**
   * Returns a function that updates the index when the head of a space moves. If the space is not indexed yet, it
   * creates all rows.
   */
  follow(tx: Transaction, spaceId: string): Promise<(move: IndexedMove) => Promise<void>>;
  /** Removes the row that marks a space as indexed. */
  forget(tx: Transaction, spaceId: string): Promise<unknown>;
  /** Returns the number of rows of a space. */
  count(tx: Transaction, spaceId: string): Promise<number>;
}

/** Result of a rebuild. */
export interface RebuiltIndex {
  /** Number of spaces that were indexed. */
  spaces: number;
  rows: number;
}

/**
 * Rebuilds an index of a space, or of all, from the heads, in one transaction for each space. The rows stay the same,
 * unless something outside the product changed them.
 * @throws NOT_FOUND for an unknown space.
 */
export async function rebuildIndex(store: Store, index: HeadIndex, space?: string): Promise<RebuiltIndex> {
  const spaces = store.sql.selectFrom('Space').select('id').orderBy('id');
  const found = await store.read.all(space === undefined ? spaces : spaces.where('id', '=', space));
  if (space !== undefined && found.length === 0) throw notFound('space', space);
  return rebuildSpaces(store, index, found);
}

/**
 * Indexes the spaces that have pages but no index of the current version, as after an upgrade. Needs one query if there
 * are none. May run in several processes at once.
 */
export async function fillIndex(store: Store, index: HeadIndex): Promise<RebuiltIndex> {
  const isIndexed = store.sql.selectFrom(index.table).select('spaceId').where('version', '=', index.version);
  const query = store.sql.selectFrom('Page').select('spaceId as id').distinct().where('spaceId', 'not in', isIndexed);
  return rebuildSpaces(store, index, await store.read.all(query));
}

async function rebuildSpaces(store: Store, index: HeadIndex, spaces: { id: string }[]): Promise<RebuiltIndex> {
  let rows = 0;
  for (const { id } of spaces) rows += await store.transaction((tx) => rebuildSpace(tx, index, id));
  return { spaces: spaces.length, rows };
}

async function rebuildSpace(tx: Transaction, index: HeadIndex, spaceId: string): Promise<number> {
  await tx.lock('Space', spaceId);
  const query = tx.read.sql
    .selectFrom('Space')
    .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
    .select(['Space.organizationId', 'Revision.rootHash'])
    .where('Space.id', '=', spaceId);
  const head = await tx.read.first(query);
  if (!head) return 0;
  const { organizationId } = head;
  const after = await readManifest(tx.read, head);
  await index.forget(tx, spaceId);
  const follow = await index.follow(tx, spaceId);
  await follow({ organizationId, spaceId, before: emptyManifest, after });
  return index.count(tx, spaceId);
}
