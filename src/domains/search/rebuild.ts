import { indexVersion } from '../../content/search/page-words.js';
import { notFound } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { Transaction } from '../../store/transaction.js';
import { readManifest } from '../revisions/manifests.js';
import { emptyManifest } from '../spaces/actions.js';
import { indexHead } from './index-head.js';

/** What a rebuild came to. */
export interface Rebuilt {
  /** Number of spaces whose index was made. */
  spaces: number;
  /** Pages in them. */
  pages: number;
}

/**
 * Makes the search index of a space, or of all, anew from the heads: one transaction for each space. The rows are those
 * that are there already, unless something outside the product changed them.
 * @throws NOT_FOUND for an unknown space.
 */
export async function rebuildSearch(store: Store, space?: string): Promise<Rebuilt> {
  const { sql } = store;
  const spaces = sql.selectFrom('Space').select('id').orderBy('id');
  const rows = await store.read.all(space === undefined ? spaces : spaces.where('id', '=', space));
  if (space !== undefined && rows.length === 0) throw notFound('space', space);
  return rebuildEach(store, rows);
}

/**
 * Makes the index of the spaces that have pages and none of this version: after an upgrade. Costs one read where there
 * are none; may run in several processes at once.
 */
export async function fillSearch(store: Store): Promise<Rebuilt> {
  const isIndexed = store.sql.selectFrom('SearchSpace').select('spaceId').where('version', '=', indexVersion);
  const query = store.sql.selectFrom('Page').select('spaceId as id').distinct().where('spaceId', 'not in', isIndexed);
  return rebuildEach(store, await store.read.all(query));
}

async function rebuildEach(store: Store, spaces: { id: string }[]): Promise<Rebuilt> {
  let pages = 0;
  for (const { id } of spaces) pages += await store.transaction((tx) => rebuildSpace(tx, id));
  return { spaces: spaces.length, pages };
}

async function rebuildSpace(tx: Transaction, spaceId: string): Promise<number> {
  await tx.lock('Space', spaceId);
  const query = tx.read.sql
    .selectFrom('Space')
    .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
    .select(['Space.organizationId', 'Revision.rootHash'])
    .where('Space.id', '=', spaceId);
  const head = await tx.read.first(query);
  if (!head) return 0;
  const { organizationId, rootHash } = head;
  const after = await readManifest(tx.read, { organizationId, hash: rootHash });
  await tx.prisma.searchSpace.deleteMany({ where: { spaceId } });
  await indexHead(tx, { organizationId, spaceId, before: emptyManifest, after });
  const count = tx.read.sql.selectFrom('SearchSpace').select('pages').where('spaceId', '=', spaceId);
  return (await tx.read.first(count))!.pages;
}
