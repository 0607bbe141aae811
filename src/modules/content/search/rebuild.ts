import { indexVersion } from '../../../engine/search/page-words.js';
import type { Store } from '../../../platform/db/write/store.js';
import { fillIndex, type HeadIndex, type RebuiltIndex, rebuildIndex } from '../revisions/rebuild-index.js';
import { indexHead } from './index-head.js';

/** Result of a rebuild. */
export interface RebuiltSearch {
  /** Number of spaces that were indexed. */
  spaces: number;
  /** Number of pages that were indexed. */
  pages: number;
}

/**
 * Rebuilds the search index of a space, or of all, from the heads; see `rebuildIndex`.
 * @throws NOT_FOUND.
 */
export async function rebuildSearch(store: Store, space?: string): Promise<RebuiltSearch> {
  return toRebuiltSearch(await rebuildIndex(store, searchIndex, space));
}

/** Indexes the spaces that have pages but no index of this version; see `fillIndex`. */
export async function fillSearch(store: Store): Promise<RebuiltSearch> {
  return toRebuiltSearch(await fillIndex(store, searchIndex));
}

const searchIndex: HeadIndex = {
  table: 'SearchSpace',
  version: indexVersion,
  follow: indexHead,
  forget: (tx, spaceId) => tx.prisma.searchSpace.deleteMany({ where: { spaceId } }),
  async count({ read }, spaceId) {
    const query = read.sql.selectFrom('SearchSpace').select('pages').where('spaceId', '=', spaceId);
    return (await read.first(query))!.pages;
  },
};

function toRebuiltSearch({ spaces, rows }: RebuiltIndex): RebuiltSearch {
  return { spaces, pages: rows };
}
