import type { SearchQuery } from '../../../engine/search/query.js';
import type { Corpus } from '../../../engine/search/rank.js';

/** A page that matches a query. */
export interface FoundPage {
  /** Id of the page. */
  id: string;
  organizationId: string;
  spaceId: string;
  title: string;
  path: string;
  /** JSON of the titles of its ancestors; parsed only for pages in the response. */
  ancestors: string;
  blobHash: string;
  spaceTitle: string;
  score: number;
  /** The query and the statistics that rank its sections. */
  ranking: { query: SearchQuery; corpus: Corpus };
  /** Returns the page's address on the site that was searched. */
  published?: () => string | null;
}

/** Compares pages with equal scores; the order is the same on every database. */
export function compareTies(one: TieBreakers, other: TieBreakers): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/** Members that order pages with equal scores. */
export interface TieBreakers {
  id: string;
  path: string;
}
