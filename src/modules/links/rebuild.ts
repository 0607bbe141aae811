import type { Store } from '../../platform/db/write/store.js';
import { fillIndex, type HeadIndex, type RebuiltIndex, rebuildIndex } from '../content/revisions/rebuild-index.js';
import { indexLinks, linkVersion } from './index-head.js';

/** Numbers of indexed spaces and links, as the result of indexing. */
export interface RebuiltLinks {
  /** Number of spaces that were indexed. */
  spaces: number;
  /** Number of rows of the link index, one for each page and target. */
  links: number;
}

/**
 * Rebuilds the link index of one space, or of all spaces, from the heads; see `rebuildIndex`.
 * @throws NOT_FOUND
 */
export async function rebuildLinks(store: Store, space?: string): Promise<RebuiltLinks> {
  return toRebuiltLinks(await rebuildIndex(store, links, space));
}

/** Indexes the spaces that have pages but no index of this version; see `fillIndex`. */
export async function fillLinks(store: Store): Promise<RebuiltLinks> {
  return toRebuiltLinks(await fillIndex(store, links));
}

const links: HeadIndex = {
  table: 'LinkSpace',
  version: linkVersion,
  follow: indexLinks,
  forget: (tx, spaceId) => tx.prisma.linkSpace.deleteMany({ where: { spaceId } }),
  count: (tx, spaceId) => tx.prisma.link.count({ where: { spaceId } }),
};

function toRebuiltLinks({ spaces, rows }: RebuiltIndex): RebuiltLinks {
  return { spaces, links: rows };
}
