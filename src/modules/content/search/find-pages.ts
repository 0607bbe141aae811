import type { Context } from '../../../api/graphql/execution/context.js';
import { parseQuery, type SearchQuery } from '../../../engine/search/query.js';
import { scoreText } from '../../../engine/search/rank.js';
import { rankTexts } from '../../../engine/search/term-index.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { type Candidate, type ScopeKey, searchMatchesLoader } from './candidates.js';
import { compareTies, type FoundPage } from './found-page.js';
import { type CachedHead, getCachedHead, type SpaceWithHead } from './head-cache.js';

/** A space with pages that match a query. */
export interface FoundSpace {
  /** Id of the space. */
  id: string;
  title: string;
  score: number;
  /** Matching pages, best first. */
  pages: FoundPage[];
}

/** Query text of a search, and the spaces to search. */
export interface SearchRequest {
  text: string;
  /** Ids of the spaces to search, for any viewer; if absent, those that the viewer sees. */
  spaceIds?: readonly string[];
}

/**
 * Finds the pages of an organization or a space that match a query and that the viewer may see, best first. Equal
 * scores are ordered by path, then by id, so that the order is the same on every database. A query without a word finds
 * nothing.
 */
export async function findPages(
  context: Context,
  scope: ScopeKey,
  { text, spaceIds }: SearchRequest,
): Promise<FoundPage[]> {
  const query = parseQuery(text);
  const { candidates, corpus } = await context.loaders.load(
    searchMatchesLoader(context, text, { query, spaceIds }),
    scope,
  );
  const ranking = { query, corpus };
  const pages = candidates.map((page) => foundPage(page, ranking));
  return pages.sort((one, other) => other.score - one.score || compareTies(one, other));
}

/**
 * Does the same as `findPages`, for a space that the viewer sees. Searches in memory if the head was searched several
 * times before. Queries with phrases always use the database, which searches phrases in the texts.
 */
export async function findInSpace(context: Context, space: SpaceToSearch, text: string): Promise<FoundPage[]> {
  const query = parseQuery(text);
  const head = query.phrases.length === 0 && !space.deletedAt && (await getCachedHead(context, space));
  if (!head) return findPages(context, `${space.organizationId}/${space.id}`, { text });
  return query.terms.length === 0 ? [] : rankHead(head, space, query);
}

/** A space to search: its head, its title, and whether it is deleted. */
export type SpaceToSearch = SpaceWithHead & Pick<Row<'Space'>, 'title' | 'deletedAt'>;

function rankHead({ pages, index, size }: CachedHead, space: SpaceToSearch, query: SearchQuery): FoundPage[] {
  const { found, scores, frequencies } = rankTexts(index, query.terms, size);
  // The sort is stable: pages with equal scores stay in the order of the cached head.
  const best = found.sort((one, other) => scores[other]! - scores[one]!);
  const ranking = { query, corpus: { ...size, frequencies } };
  const { organizationId, id: spaceId, title: spaceTitle } = space;
  return best.map((pageIndex) => {
    const { id, title, path, ancestors, blobHash } = pages[pageIndex]!;
    return {
      id,
      organizationId,
      spaceId,
      title,
      path,
      ancestors,
      blobHash,
      spaceTitle,
      score: scores[pageIndex]!,
      ranking,
    };
  });
}

/** Does the same as `findPages`, and groups the pages by space. The space with the best page comes first. */
export async function findSpaces(
  context: Context,
  organizationId: string,
  request: SearchRequest,
): Promise<FoundSpace[]> {
  const bySpace = groupBy(await findPages(context, organizationId, request), (page) => page.spaceId);
  return Array.from(bySpace, ([id, pages]) => ({ id, title: pages[0]!.spaceTitle, score: pages[0]!.score, pages }));
}

/**
 * Returns a candidate with its score. Copies members by name: copying all members of a row takes half as long as
 * ranking it.
 */
function foundPage(candidate: Candidate, ranking: FoundPage['ranking']): FoundPage {
  const { pageId: id, organizationId, spaceId, title, path, ancestors, blobHash, spaceTitle } = candidate;
  const score = scoreText(candidate, ranking.query.terms, ranking.corpus);
  return { id, organizationId, spaceId, title, path, ancestors, blobHash, spaceTitle, score, ranking };
}
