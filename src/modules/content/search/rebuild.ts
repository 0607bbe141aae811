import { indexVersion } from '../../../engine/search/page-words.js';
import type { Store } from '../../../platform/db/write/store.js';
import { fillIndex, type HeadIndex, type RebuiltIndex, rebuildIndex } from '../revisions/rebuild-index.js';
import { indexHead } from './index-head.js';

/** What a rebuild came to. */
export interface Rebuilt {
  /** Number of spaces whose index was made. */
  spaces: number;
  /** Pages in them. */
  pages: number;
}

/** Makes the search index of a space, or of all, anew from the heads; see `rebuildIndex`. @throws NOT_FOUND. */
export async function rebuildSearch(store: Store, space?: string): Promise<Rebuilt> {
  return asPages(await rebuildIndex(store, search, space));
}

/** Makes the index of the spaces that have pages and none of this version; see `fillIndex`. */
export async function fillSearch(store: Store): Promise<Rebuilt> {
  return asPages(await fillIndex(store, search));
}

const search: HeadIndex = {
  table: 'SearchSpace',
  version: indexVersion,
  follow: indexHead,
  forget: (tx, spaceId) => tx.prisma.searchSpace.deleteMany({ where: { spaceId } }),
  async count({ read }, spaceId) {
    const query = read.sql.selectFrom('SearchSpace').select('pages').where('spaceId', '=', spaceId);
    return (await read.first(query))!.pages;
  },
};

function asPages({ spaces, rows }: RebuiltIndex): Rebuilt {
  return { spaces, pages: rows };
}
