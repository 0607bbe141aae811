import type { SearchQuery } from '../../../engine/search/query.js';
import type { Corpus } from '../../../engine/search/rank.js';

/** A page that answers a query. */
export interface FoundPage {
  /** Id of the page. */
  id: string;
  organizationId: string;
  spaceId: string;
  title: string;
  path: string;
  /** JSON of the titles above: only of the page that is given out they are read. */
  ancestors: string;
  blobHash: string;
  spaceTitle: string;
  score: number;
  /** What was asked, and of what: the sections are ranked by it. */
  asked: { query: SearchQuery; corpus: Corpus };
  /** Its address on the site that was searched. */
  published?: () => string | null;
}

/** The order of pages that answer a query as well as each other: the same on every database. */
export function inOrder(one: Placed, other: Placed): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/** What pages are ordered by. */
export interface Placed {
  id: string;
  path: string;
}
