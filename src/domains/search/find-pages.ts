import { groupBy } from '../../arrays/group-by.js';
import { parseQuery, type SearchQuery } from '../../content/search/query.js';
import { type Corpus, type RankedText, scoreOf } from '../../content/search/rank.js';
import type { Context } from '../../graphql/context.js';
import { type Candidate, candidatesOf, type ScopeKey } from './candidates.js';

/** A page that answers a query. */
export interface FoundPage extends Omit<Candidate, 'pageId' | keyof RankedText> {
  /** Id of the page. */
  id: string;
  score: number;
  /** What was asked, and of what: the sections are ranked by it. */
  asked: { query: SearchQuery; corpus: Corpus };
  /** Its address on the site that was searched. */
  published?: () => string | null;
}

/** A space with pages that answer a query. */
export interface FoundSpace {
  /** Id of the space. */
  id: string;
  title: string;
  score: number;
  /** Best first. */
  pages: FoundPage[];
}

/** What is asked for, and where. */
export interface Asked {
  text: string;
  /** Ids of the spaces to search, whoever asks; absent: those that the viewer sees. */
  among?: readonly string[];
}

/**
 * The pages of an organization or a space that answer a query and that the viewer may see, best first. Equal scores go by
 * path, then by id, so that the order is the same on every database. A query without a word finds nothing.
 */
export async function findPages(context: Context, scope: ScopeKey, { text, among }: Asked): Promise<FoundPage[]> {
  const query = parseQuery(text);
  const { candidates, corpus } = await context.loaders.load(candidatesOf(context, text, { query, among }), scope);
  const asked = { query, corpus };
  const pages = candidates.map((page) => foundPage(page, asked));
  return pages.sort(byScore);
}

/** The same pages by their spaces; the space with the best page comes first. */
export async function findSpaces(context: Context, organizationId: string, asked: Asked): Promise<FoundSpace[]> {
  const bySpace = groupBy(await findPages(context, organizationId, asked), (page) => page.spaceId);
  return Array.from(bySpace, ([id, pages]) => ({ id, title: pages[0]!.spaceTitle, score: pages[0]!.score, pages }));
}

/** Named one by one: copying all members of a row takes half of the time of ranking it. */
function foundPage(candidate: Candidate, asked: FoundPage['asked']): FoundPage {
  const { pageId: id, organizationId, spaceId, title, path, ancestors, blobHash, spaceTitle } = candidate;
  const score = scoreOf(candidate, asked.query.terms, asked.corpus);
  return { id, organizationId, spaceId, title, path, ancestors, blobHash, spaceTitle, score, asked };
}

function byScore(one: FoundPage, other: FoundPage): number {
  if (one.score !== other.score) return other.score - one.score;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
