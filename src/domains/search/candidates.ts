import { type Expression, type RawBuilder, sql } from 'kysely';
import { maxTerms, type SearchQuery } from '../../content/search/query.js';
import type { Corpus } from '../../content/search/rank.js';
import type { Context } from '../../graphql/context.js';
import { fromMatching, type TextMatch } from '../../store/full-text.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { PerKey } from '../../store/per-key.js';
import type { Queries } from '../../store/queries.js';
import type { Row } from '../../store/rows.js';
import { isVisibleSpace, viewerKey } from '../shared/visible.js';

/** A page that has every word of a query, not ranked yet. */
export type Candidate = Omit<Row<'SearchPage'>, 'number' | 'words'> & { spaceTitle: string };

/** What a query found in an organization or a space: candidates, and what to rank them by. */
export interface Found {
  candidates: Candidate[];
  corpus: Corpus;
}

/** Most pages that are ranked: of more, those with the words in the title, then those that changed last. */
export const maxCandidates = 1_000;

/** Most pages that are looked through for phrases, and counted for how common a word is. */
const maxExamined = 10_000;

/** Where to search: `${organizationId}`, or `${organizationId}/${spaceId}`. */
export type ScopeKey = string;

/**
 * Finds the pages of organizations or spaces that have every word and phrase of a query, those the viewer may see: two
 * batches, however many scopes a request asks.
 */
export function candidatesOf(context: Context, text: string, query: SearchQuery): LoaderDefinition<ScopeKey, Found> {
  return context.loaders.once(JSON.stringify(['search', text, viewerKey(context)]), () => ({
    name: 'search',
    load: (read, keys) => find({ context, read, query }, keys),
  }));
}

interface Asking {
  context: Context;
  read: Queries;
  query: SearchQuery;
}

async function find(asking: Asking, keys: readonly ScopeKey[]): Promise<Found[]> {
  if (asking.query.terms.length === 0) return keys.map(() => nothing);
  const { read } = asking;
  const scopes = keys.map((key) => key.split('/'));
  const measured = await read.perKey(keyed(asking, scopes, (scope) => statistics(asking, scope)));
  const isLarge = measured.some(([row]) => row!.pages > maxCandidates);
  const rows = await read.perKey(keyed(asking, scopes, (scope) => candidates(asking, scope, isLarge)));
  return rows.map((found, index) => ({ candidates: firstOfEach(found), corpus: corpusOf(measured[index]![0]!) }));
}

const nothing: Found = { candidates: [], corpus: { pages: 0, length: 0, frequencies: [] } };

/** A page with the words in its title may come twice. */
function firstOfEach(rows: Candidate[]): Candidate[] {
  return [...new Map(rows.map((row) => [row.pageId, row])).values()].slice(0, maxCandidates);
}

/** The ids of a scope, as expressions of a query for many. */
type Scope = Pick<TextMatch, 'organizationId' | 'spaceId'>;

type Build<Result> = (scope: Scope) => RawBuilder<Result>;

function keyed<Result>({ read }: Asking, keys: string[][], build: Build<Result>): PerKey<Result> {
  return {
    keys,
    query: (organizationId, spaceId) =>
      read.sql
        .selectFrom(build({ organizationId: organizationId!, ...(spaceId && { spaceId }) }).as('found'))
        .selectAll() as never,
    decode: { ancestors: 'json', pages: 'int', length: 'int' } as never,
  };
}

type Statistics = { pages: number; length: number } & Record<`frequency${number}`, number>;

function corpusOf({ pages, length, ...frequencies }: Statistics): Corpus {
  const columns = Array.from({ length: maxTerms }, (_, index) => frequencies[`frequency${index}`]);
  return { pages, length, frequencies: columns.filter((value) => value !== undefined).map(Number) };
}

/** How many pages there are, how long they are, and how many have each word: of what the viewer sees, and nothing else. */
function statistics(asking: Asking, scope: Scope): RawBuilder<Statistics> {
  const frequencies = asking.query.terms.map((term, index) => {
    const matching = sql`select 1 as one ${where(asking, scope, { terms: [term] })} limit ${maxExamined}`;
    return sql`(select count(*) from (${matching}) as matching) as ${sql.id(`frequency${index}`)}`;
  });
  const sums = ['pages', 'length'].map(
    (name) => sql`coalesce(sum(${sql.ref(`SearchSpace.${name}`)}), 0) as ${sql.id(name)}`,
  );
  return sql`(select ${sql.join([...sums, ...frequencies])}
    from "SearchSpace" join "Space" on "Space"."id" = "SearchSpace"."spaceId"
    where "SearchSpace"."organizationId" = ${scope.organizationId} and ${visible(asking, scope)})`;
}

function candidates(asking: Asking, scope: Scope, isLarge: boolean): RawBuilder<Candidate> {
  const best = (inTitle: boolean) =>
    sql`select * from (${matching(asking, scope, { terms: asking.query.terms, inTitle })}) as one`;
  return isLarge ? sql`(${best(true)} union all ${best(false)})` : sql`(${best(false)})`;
}

const names = 'organizationId spaceId pageId title path ancestors blobHash length titleLength terms'.split(' ');
const columns = sql.join(names.map((name) => sql.ref(`SearchPage.${name}`)));
const foundColumns = sql.join([...names, 'spaceTitle'].map((name) => sql.ref(name)));

/** The first of one kind, those that changed last: their numbers are the highest. */
function matching(asking: Asking, scope: Scope, match: Pick<TextMatch, 'terms' | 'inTitle'>): RawBuilder<unknown> {
  const { phrases } = asking.query;
  const from = where(asking, scope, match);
  const select = (limit: number, more: RawBuilder<unknown>) =>
    sql`select ${columns}, "Space"."title" as "spaceTitle"${more} ${from} order by "SearchPage"."number" desc limit ${limit}`;
  if (phrases.length === 0) return select(maxCandidates, sql``);
  const position = sql.raw(asking.read.provider === 'sqlite' ? 'instr' : 'strpos');
  const conditions = phrases.map((phrase) => sql`${position}("words", ${` ${phrase.join(' ')} `}) > 0`);
  const examined = select(maxExamined, sql`, "SearchPage"."words", "SearchPage"."number"`);
  return sql`select ${foundColumns} from (${examined}) as examined where ${sql.join(conditions, sql` and `)} order by "number" desc limit ${maxCandidates}`;
}

function where(asking: Asking, scope: Scope, match: Pick<TextMatch, 'terms' | 'inTitle'>): RawBuilder<unknown> {
  const from = fromMatching(asking.read.provider, { ...match, ...scope });
  return sql`${from} and "SearchPage"."organizationId" = ${scope.organizationId} and ${visible(asking, scope)}`;
}

/** What the viewer may see; a deleted space is out for everyone. */
function visible({ context }: Asking, { spaceId }: Scope): Expression<unknown> {
  const inSpace = spaceId ? sql`"Space"."id" = ${spaceId} and` : sql``;
  return sql`${inSpace} "Space"."deletedAt" is null and ${isVisibleSpace(context, 'space.view')}`;
}
