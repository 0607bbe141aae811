import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../api/graphql/execution/context.js';
import { maxTerms, type QueryTerm, type SearchQuery } from '../../../engine/search/query.js';
import type { Corpus } from '../../../engine/search/rank.js';
import { fromMatching, fromTerms, lastChangeOrder, type TextMatch } from '../../../platform/db/query/full-text.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { PerKey } from '../../../platform/db/query/per-key.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { isVisibleSpace, viewerKey } from '../../shared/visible.js';

/** A page that has every word of a query. It is not ranked yet. */
export interface Candidate extends Omit<Row<'SearchPage'>, 'number' | 'words' | 'ancestors'> {
  /** JSON of the titles of its ancestors; parsed only for pages in the response. */
  ancestors: string;
  spaceTitle: string;
}

/** Result of a query in an organization or a space: candidates, and the statistics that rank them. */
export interface SearchMatches {
  candidates: Candidate[];
  corpus: Corpus;
}

/**
 * Maximum number of pages that are ranked. If more match, pages with the words in the title come first, then those that
 * changed last.
 */
export const maxCandidates = 1_000;

/** Maximum number of pages that are counted to measure the frequency of a word. */
const maxExamined = 10_000;

/** Scope of a search: `${organizationId}`, or `${organizationId}/${spaceId}`. */
export type ScopeKey = string;

/**
 * Returns a loader of search results by scope. A result contains the pages that have every word and phrase of the query
 * and that the viewer may see. Uses two batches of queries, regardless of the number of scopes in a request.
 */
export function searchMatchesLoader(
  context: Context,
  text: string,
  search: Search,
): LoaderDefinition<ScopeKey, SearchMatches> {
  const { query, spaceIds = null } = search;
  return context.loaders.once(JSON.stringify(['search', text, spaceIds ?? viewerKey(context)]), () => ({
    name: 'search',
    load: (read, keys) => findMatches({ context, read, query, spaceIds }, keys),
  }));
}

/** A parsed query, and the spaces to search. */
export interface Search {
  query: SearchQuery;
  /** Ids of the spaces to search, for any viewer; if absent, those that the viewer sees. */
  spaceIds?: readonly string[] | undefined;
}

interface ScopeQuery {
  context: Context;
  read: Queries;
  query: SearchQuery;
  spaceIds: readonly string[] | null;
}

async function findMatches(scopeQuery: ScopeQuery, keys: readonly ScopeKey[]): Promise<SearchMatches[]> {
  if (scopeQuery.query.terms.length === 0) return keys.map(() => noMatches);
  const { read } = scopeQuery;
  const scopes = keys.map((key) => key.split('/'));
  const statisticsRows = await read.perKey(
    queryPerScope(scopeQuery, scopes, (scope) => selectStatistics(scopeQuery, scope)),
  );
  const isLarge = statisticsRows.some(([row]) => row!.pages > maxCandidates);
  const rows = await read.perKey(
    queryPerScope(scopeQuery, scopes, (scope) => selectCandidates(scopeQuery, scope, isLarge)),
  );
  return rows.map((found, index) => {
    const corpus = corpusOf(statisticsRows[index]![0]!);
    const candidates = isLarge ? withoutDuplicates(found) : found;
    return { candidates, corpus: corpus.frequencies.length > 0 ? corpus : { ...corpus, frequencies: [found.length] } };
  });
}

const noMatches: SearchMatches = { candidates: [], corpus: { pages: 0, length: 0, frequencies: [] } };

/** Removes duplicates: a page whose title matches may also be among the pages that changed last. */
function withoutDuplicates(rows: Candidate[]): Candidate[] {
  return [...new Map(rows.map((row) => [row.pageId, row])).values()].slice(0, maxCandidates);
}

/** Ids that identify the scope of a search, as SQL expressions, because one query covers several scopes. */
type Scope = Pick<TextMatch, 'organizationId' | 'spaceId'>;

type BuildSelect<Result> = (scope: Scope) => RawBuilder<Result>;

function queryPerScope<Result>({ read }: ScopeQuery, keys: string[][], build: BuildSelect<Result>): PerKey<Result> {
  return {
    keys,
    query: (organizationId, spaceId) =>
      read.sql
        .selectFrom(build({ organizationId: organizationId!, ...(spaceId && { spaceId }) }).as('found'))
        .selectAll() as never,
    decode: { ancestors: 'string', pages: 'int', length: 'int' } as never,
  };
}

type Statistics = { pages: number; length: number } & Record<`frequency${number}`, number>;

function corpusOf({ pages, length, ...frequencies }: Statistics): Corpus {
  const columns = Array.from({ length: maxTerms }, (_, index) => frequencies[`frequency${index}`]);
  return { pages, length, frequencies: columns.filter((value) => value !== undefined).map(Number) };
}

/**
 * Selects the number of pages, their total length, and the number of pages with each word. Counts only pages that the
 * viewer sees.
 */
function selectStatistics(scopeQuery: ScopeQuery, scope: Scope): RawBuilder<Statistics> {
  const { terms } = scopeQuery.query;
  // A query with a single word needs no frequency, because it does not change the order of pages.
  const frequencies =
    terms.length === 1 ? [] : terms.map((term, index) => selectFrequency(scopeQuery, scope, { term, index }));
  const sums = sql`coalesce(sum("SearchSpace"."pages"), 0) as "pages", coalesce(sum("SearchSpace"."length"), 0) as "length"`;
  return sql`(select ${sql.join([sums, ...frequencies])}
    from "SearchSpace" join "Space" on "Space"."id" = "SearchSpace"."spaceId"
    where "SearchSpace"."organizationId" = ${scope.organizationId} and ${visibleSpaceCondition(scopeQuery, scope)})`;
}

function selectFrequency(
  scopeQuery: ScopeQuery,
  scope: Scope,
  { term, index }: { term: QueryTerm; index: number },
): RawBuilder<number> {
  const match = { terms: [term] };
  // The search of one space needs no permission check: the guard of `Space` has checked that the viewer sees it.
  const from = scope.spaceId
    ? fromTerms(scopeQuery.read.provider, { ...match, ...scope })
    : fromMatches(scopeQuery, scope, match);
  return sql`(select count(*) from (select 1 as one ${from} limit ${maxExamined}) as matching) as ${sql.id(`frequency${index}`)}`;
}

/**
 * Selects all matches if they are within the limit (`maxCandidates`). Otherwise selects pages with the words in the
 * title, then the pages that changed last.
 */
function selectCandidates(scopeQuery: ScopeQuery, scope: Scope, isLarge: boolean): RawBuilder<Candidate> {
  const { terms } = scopeQuery.query;
  if (!isLarge) return sql`(${selectMatches(scopeQuery, scope, { terms })})`;
  const bestMatches = (inTitle: boolean) => sql`select * from (${selectMatches(scopeQuery, scope, { terms, inTitle })}
    order by ${lastChangeOrder(scopeQuery.read.provider)} desc limit ${maxCandidates}) as one`;
  return sql`(${bestMatches(true)} union all ${bestMatches(false)})`;
}

const columnNames = 'organizationId spaceId pageId title path ancestors blobHash length titleLength terms'.split(' ');
const columns = sql.raw(columnNames.map((name) => `"SearchPage"."${name}"`).join(', '));

/**
 * Selects the pages that have the terms and the phrases. Searches for phrases only in pages that have the terms, to
 * limit the work of the database.
 */
function selectMatches(
  scopeQuery: ScopeQuery,
  scope: Scope,
  match: Pick<TextMatch, 'terms' | 'inTitle'>,
): RawBuilder<unknown> {
  const position = sql.raw(scopeQuery.read.provider === 'sqlite' ? 'instr' : 'strpos');
  const phrases = scopeQuery.query.phrases.map(
    (phrase) => sql` and ${position}("SearchPage"."words", ${` ${phrase.join(' ')} `}) > 0`,
  );
  const from = fromMatches(scopeQuery, scope, match);
  return sql`select ${columns}, "Space"."title" as "spaceTitle" ${from}${sql.join(phrases, sql``)}`;
}

function fromMatches(
  scopeQuery: ScopeQuery,
  scope: Scope,
  match: Pick<TextMatch, 'terms' | 'inTitle'>,
): RawBuilder<unknown> {
  const from = fromMatching(scopeQuery.read.provider, { ...match, ...scope });
  const isSearched = visibleSpaceCondition(scopeQuery, scope);
  return sql`${from} and "SearchPage"."organizationId" = ${scope.organizationId} and ${isSearched}`;
}

/**
 * Returns the condition for the spaces to search: those that the caller listed, otherwise those that the viewer may
 * see. It excludes deleted spaces for everyone.
 */
function visibleSpaceCondition({ context, read, spaceIds }: ScopeQuery, { spaceId }: Scope): Expression<unknown> {
  const inSpace = spaceId ? sql`"Space"."id" = ${spaceId} and` : sql``;
  const isVisible = spaceIds ? read.inList('Space.id', spaceIds) : isVisibleSpace(context, 'space.view');
  return sql`${inSpace} "Space"."deletedAt" is null and ${isVisible}`;
}
