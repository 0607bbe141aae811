import type { Context } from '../../../api/graphql/execution/context.js';
import { parseQuery, type SearchQuery } from '../../../engine/search/query.js';
import { scoreOf } from '../../../engine/search/rank.js';
import { rankTexts } from '../../../engine/search/term-index.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { type Candidate, candidatesOf, type ScopeKey } from './candidates.js';
import { type FoundPage, inOrder } from './found-page.js';
import { type CachedHead, getCachedHead, type SearchedSpace } from './head-cache.js';

/** A space with pages that match a query. */
export interface FoundSpace {
  /** Id of the space. */
  id: string;
  title: string;
  score: number;
  /** Best first. */
  pages: FoundPage[];
}

/** Text of a search, and the spaces to search. */
export interface SearchRequest {
  text: string;
  /** Ids of the spaces to search, for any viewer; if absent, those that the viewer sees. */
  among?: readonly string[];
}

/**
 * Finds the pages of an organization or a space that match a query and that the viewer may see, best first. Equal
 * scores are ordered by path, then by id, so that the order is the same on every database. A query without a word finds
 * nothing.
 */
export async function findPages(
  context: Context,
  scope: ScopeKey,
  { text, among }: SearchRequest,
): Promise<FoundPage[]> {
  const query = parseQuery(text);
  const { candidates, corpus } = await context.loaders.load(candidatesOf(context, text, { query, among }), scope);
  const ranking = { query, corpus };
  const pages = candidates.map((page) => foundPage(page, ranking));
  return pages.sort((one, other) => other.score - one.score || inOrder(one, other));
}

/**
 * Does the same as `findPages`, for a space that the viewer sees. Searches in memory if the head was searched several
 * times before. Queries with phrases always use the database, which searches phrases in the texts.
 */
export async function findInSpace(context: Context, space: FoundIn, text: string): Promise<FoundPage[]> {
  const query = parseQuery(text);
  const head = query.phrases.length === 0 && !space.deletedAt && (await getCachedHead(context, space));
  if (!head) return findPages(context, `${space.organizationId}/${space.id}`, { text });
  return query.terms.length === 0 ? [] : rankHead(head, space, query);
}

/** A space to search. */
export type FoundIn = SearchedSpace & Pick<Row<'Space'>, 'title' | 'deletedAt'>;

function rankHead({ pages, index, size }: CachedHead, space: FoundIn, query: SearchQuery): FoundPage[] {
  const { found, scores, frequencies } = rankTexts(index, query.terms, size);
  // The sort is stable: pages with equal scores stay in the order of the cached head.
  const best = found.sort((one, other) => scores[other]! - scores[one]!);
  const ranking = { query, corpus: { ...size, frequencies } };
  const { organizationId, id: spaceId, title: spaceTitle } = space;
  return best.map((place) => {
    const { id, title, path, ancestors, blobHash } = pages[place]!;
    return {
      id,
      organizationId,
      spaceId,
      title,
      path,
      ancestors,
      blobHash,
      spaceTitle,
      score: scores[place]!,
      ranking,
    };
  });
}

/** As `findPages`, grouped by space; the space with the best page comes first. */
export async function findSpaces(
  context: Context,
  organizationId: string,
  ranking: SearchRequest,
): Promise<FoundSpace[]> {
  const bySpace = groupBy(await findPages(context, organizationId, ranking), (page) => page.spaceId);
  return Array.from(bySpace, ([id, pages]) => ({ id, title: pages[0]!.spaceTitle, score: pages[0]!.score, pages }));
}

/** Copies named members: copying all members of a row takes half as long as ranking it. */
function foundPage(candidate: Candidate, ranking: FoundPage['ranking']): FoundPage {
  const { pageId: id, organizationId, spaceId, title, path, ancestors, blobHash, spaceTitle } = candidate;
  const score = scoreOf(candidate, ranking.query.terms, ranking.corpus);
  return { id, organizationId, spaceId, title, path, ancestors, blobHash, spaceTitle, score, ranking };
}
