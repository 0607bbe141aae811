import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { notFound } from '../../../platform/base/errors.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { readManifest } from './manifests.js';
import type { IndexedMove } from './move-head.js';

/** An index that follows the heads of spaces. */
export interface HeadIndex {
  /** Table with a row for each space that the index has, and the version of those rows. */
  table: 'SearchSpace' | 'LinkSpace';
  version: number;
  /** What makes the index follow the head of a space; where it does not have that, all rows are made. */
  follow(tx: Transaction, spaceId: string): Promise<(move: IndexedMove) => Promise<void>>;
  /** Forgets that the index has a space. */
  forget(tx: Transaction, spaceId: string): Promise<unknown>;
  /** Number of rows of a space. */
  count(tx: Transaction, spaceId: string): Promise<number>;
}

/** What a rebuild came to. */
export interface RebuiltIndex {
  /** Number of spaces whose index was made. */
  spaces: number;
  rows: number;
}

/**
 * Makes an index of a space, or of all, anew from the heads: one transaction for each space. The rows are those that are
 * there already, unless something outside the product changed them.
 * @throws NOT_FOUND for an unknown space.
 */
export async function rebuildIndex(store: Store, index: HeadIndex, space?: string): Promise<RebuiltIndex> {
  const spaces = store.sql.selectFrom('Space').select('id').orderBy('id');
  const found = await store.read.all(space === undefined ? spaces : spaces.where('id', '=', space));
  if (space !== undefined && found.length === 0) throw notFound('space', space);
  return rebuildEach(store, index, found);
}

/**
 * Makes an index of the spaces that have pages and none of its version: after an upgrade. Costs one read where there are
 * none; may run in several processes at once.
 */
export async function fillIndex(store: Store, index: HeadIndex): Promise<RebuiltIndex> {
  const isIndexed = store.sql.selectFrom(index.table).select('spaceId').where('version', '=', index.version);
  const query = store.sql.selectFrom('Page').select('spaceId as id').distinct().where('spaceId', 'not in', isIndexed);
  return rebuildEach(store, index, await store.read.all(query));
}

async function rebuildEach(store: Store, index: HeadIndex, spaces: { id: string }[]): Promise<RebuiltIndex> {
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
