import type { Store } from '../../platform/db/write/store.js';
import { fillIndex, type HeadIndex, type RebuiltIndex, rebuildIndex } from '../content/revisions/rebuild-index.js';
import { indexLinks, linkVersion } from './index-head.js';

/** What a rebuild came to. */
export interface RebuiltLinks {
  /** Number of spaces whose index was made. */
  spaces: number;
  /** Rows in them: what a page asks of one target is one. */
  links: number;
}

/** Makes the link index of a space, or of all, anew from the heads; see `rebuildIndex`. @throws NOT_FOUND. */
export async function rebuildLinks(store: Store, space?: string): Promise<RebuiltLinks> {
  return asLinks(await rebuildIndex(store, links, space));
}

/** Makes the index of the spaces that have pages and none of this version; see `fillIndex`. */
export async function fillLinks(store: Store): Promise<RebuiltLinks> {
  return asLinks(await fillIndex(store, links));
}

const links: HeadIndex = {
  table: 'LinkSpace',
  version: linkVersion,
  follow: indexLinks,
  forget: (tx, spaceId) => tx.prisma.linkSpace.deleteMany({ where: { spaceId } }),
  count: (tx, spaceId) => tx.prisma.link.count({ where: { spaceId } }),
};

function asLinks({ spaces, rows }: RebuiltIndex): RebuiltLinks {
  return { spaces, links: rows };
}
