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

/** A page that has every word of a query, not yet ranked. */
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

/** Maximum number of pages that are counted to measure how common a word is. */
const maxExamined = 10_000;

/** Scope of a search: `${organizationId}`, or `${organizationId}/${spaceId}`. */
export type ScopeKey = string;

/**
 * Returns the loader of pages of organizations or spaces that have every word and phrase of a query and that the viewer
 * may see. Uses two batches of queries, regardless of the number of scopes in a request.
 */
export function candidatesOf(
  context: Context,
  text: string,
  search: Search,
): LoaderDefinition<ScopeKey, SearchMatches> {
  const { query, among: spaceIds = null } = search;
  return context.loaders.once(JSON.stringify(['search', text, spaceIds ?? viewerKey(context)]), () => ({
    name: 'search',
    load: (read, keys) => find({ context, read, query, among: spaceIds }, keys),
  }));
}

/** A query, and the spaces to search. */
export interface Search {
  query: SearchQuery;
  /** Ids of the spaces to search, for any viewer; if absent, those that the viewer sees. */
  among?: readonly string[] | undefined;
}

interface ScopeQuery {
  context: Context;
  read: Queries;
  query: SearchQuery;
  among: readonly string[] | null;
}

async function find(asking: ScopeQuery, keys: readonly ScopeKey[]): Promise<SearchMatches[]> {
  if (asking.query.terms.length === 0) return keys.map(() => nothing);
  const { read } = asking;
  const scopes = keys.map((key) => key.split('/'));
  const measured = await read.perKey(keyed(asking, scopes, (scope) => statistics(asking, scope)));
  const isLarge = measured.some(([row]) => row!.pages > maxCandidates);
  const rows = await read.perKey(keyed(asking, scopes, (scope) => candidates(asking, scope, isLarge)));
  return rows.map((found, index) => {
    const corpus = corpusOf(measured[index]![0]!);
    const candidates = isLarge ? firstOfEach(found) : found;
    return { candidates, corpus: corpus.frequencies.length > 0 ? corpus : { ...corpus, frequencies: [found.length] } };
  });
}

const nothing: SearchMatches = { candidates: [], corpus: { pages: 0, length: 0, frequencies: [] } };

/** Removes duplicates: a page whose title matches may also be among the pages that changed last. */
function firstOfEach(rows: Candidate[]): Candidate[] {
  return [...new Map(rows.map((row) => [row.pageId, row])).values()].slice(0, maxCandidates);
}

/** Ids that identify the scope of a search, as SQL expressions, because one query covers several scopes. */
type Scope = Pick<TextMatch, 'organizationId' | 'spaceId'>;

type Build<Result> = (scope: Scope) => RawBuilder<Result>;

function keyed<Result>({ read }: ScopeQuery, keys: string[][], build: Build<Result>): PerKey<Result> {
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
function statistics(asking: ScopeQuery, scope: Scope): RawBuilder<Statistics> {
  const { terms } = asking.query;
  // A query with a single word needs no frequency, because it does not change the order of pages.
  const frequencies = terms.length === 1 ? [] : terms.map((term, index) => frequency(asking, scope, { term, index }));
  const sums = sql`coalesce(sum("SearchSpace"."pages"), 0) as "pages", coalesce(sum("SearchSpace"."length"), 0) as "length"`;
  return sql`(select ${sql.join([sums, ...frequencies])}
    from "SearchSpace" join "Space" on "Space"."id" = "SearchSpace"."spaceId"
    where "SearchSpace"."organizationId" = ${scope.organizationId} and ${visibleSpaceCondition(asking, scope)})`;
}

function frequency(
  asking: ScopeQuery,
  scope: Scope,
  { term, index }: { term: QueryTerm; index: number },
): RawBuilder<number> {
  const match = { terms: [term] };
  // The search of one space needs no permission check: the guard of `Space` has checked that the viewer sees it.
  const from = scope.spaceId ? fromTerms(asking.read.provider, { ...match, ...scope }) : where(asking, scope, match);
  return sql`(select count(*) from (select 1 as one ${from} limit ${maxExamined}) as matching) as ${sql.id(`frequency${index}`)}`;
}

/**
 * Selects all matches if they are within the limit. Otherwise selects pages with the words in the title, then the pages
 * that changed last.
 */
function candidates(asking: ScopeQuery, scope: Scope, isLarge: boolean): RawBuilder<Candidate> {
  const { terms } = asking.query;
  if (!isLarge) return sql`(${matching(asking, scope, { terms })})`;
  const best = (inTitle: boolean) => sql`select * from (${matching(asking, scope, { terms, inTitle })}
    order by ${lastChangeOrder(asking.read.provider)} desc limit ${maxCandidates}) as one`;
  return sql`(${best(true)} union all ${best(false)})`;
}

const names = 'organizationId spaceId pageId title path ancestors blobHash length titleLength terms'.split(' ');
const columns = sql.raw(names.map((name) => `"SearchPage"."${name}"`).join(', '));

/** Searches phrases only in pages that have their words, to limit the work of the database. */
function matching(asking: ScopeQuery, scope: Scope, match: Pick<TextMatch, 'terms' | 'inTitle'>): RawBuilder<unknown> {
  const position = sql.raw(asking.read.provider === 'sqlite' ? 'instr' : 'strpos');
  const phrases = asking.query.phrases.map(
    (phrase) => sql` and ${position}("SearchPage"."words", ${` ${phrase.join(' ')} `}) > 0`,
  );
  return sql`select ${columns}, "Space"."title" as "spaceTitle" ${where(asking, scope, match)}${sql.join(phrases, sql``)}`;
}

function where(asking: ScopeQuery, scope: Scope, match: Pick<TextMatch, 'terms' | 'inTitle'>): RawBuilder<unknown> {
  const from = fromMatching(asking.read.provider, { ...match, ...scope });
  return sql`${from} and "SearchPage"."organizationId" = ${scope.organizationId} and ${visibleSpaceCondition(asking, scope)}`;
}

/**
 * Condition for spaces that the viewer may see, or that the caller has found visible; deleted spaces are excluded for
 * everyone.
 */
function visibleSpaceCondition(
  { context, read, among: spaceIds }: ScopeQuery,
  { spaceId }: Scope,
): Expression<unknown> {
  const inSpace = spaceId ? sql`"Space"."id" = ${spaceId} and` : sql``;
  const isVisible = spaceIds ? read.inList('Space.id', spaceIds) : isVisibleSpace(context, 'space.view');
  return sql`${inSpace} "Space"."deletedAt" is null and ${isVisible}`;
}
