import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Provider } from './runner.js';

/** Tables of SQLite's full-text index. They are no models of Prisma: the migrations `search` and `search_signs` make them by hand. */
export const fullTextTables = [
  'search_fts',
  ...['data', 'idx', 'docsize', 'config'].map((part) => `search_fts_${part}`),
];

/** What pages must have to be found: tokens of the application, in one organization or one of its spaces. */
export interface TextMatch {
  terms: readonly { token: string; prefix: boolean }[];
  /** Whether the tokens stand in the title. */
  inTitle?: boolean;
  organizationId: Expression<string>;
  spaceId?: Expression<string>;
}

/**
 * `from … where …`: the rows of `SearchPage` that match, each with its `Space`. Tokens are letters and digits, so that
 * nothing in a query can be taken for syntax.
 */
export function fromMatching(provider: Provider, match: TextMatch): RawBuilder<unknown> {
  return provider === 'sqlite'
    ? sql`from search_fts cross join "SearchPage" on "SearchPage"."number" = search_fts.rowid
        cross join "Space" on "Space"."id" = "SearchPage"."spaceId"
        where search_fts match ${scoped(provider, match)}`
    : // `offset 0` keeps Postgres from going through all pages of a space instead, which it takes for cheap.
      sql`from (select * ${fromTerms(provider, match)} offset 0) as "SearchPage"
        join "Space" on "Space"."id" = "SearchPage"."spaceId" where true`;
}

/** `from … where …` of the index alone, for counting. */
export function fromTerms(provider: Provider, match: TextMatch): RawBuilder<unknown> {
  return provider === 'sqlite'
    ? sql`from search_fts where search_fts match ${scoped(provider, match)}`
    : sql`from "SearchPage" where ${tokensOfRow} @@ ${scoped(provider, match)}::tsquery`;
}

/** What orders rows by when they last changed. On SQLite the index goes that way by itself. */
export function newest(provider: Provider): RawBuilder<number> {
  return provider === 'sqlite' ? sql`search_fts.rowid` : sql`"SearchPage"."number"`;
}

/** What the index `search_terms` is of: Postgres uses it where the two are the same. */
const tokensOfRow = sql`search_terms_of("SearchPage"."organizationId", "SearchPage"."spaceId", "SearchPage"."terms")`;

/** The ends of the ids stand before each token, see the migration; the places are kept for them, as ids are keys. */
function scoped(provider: Provider, { organizationId, spaceId, ...match }: TextMatch): RawBuilder<string> {
  const text = matchText(provider, match, spaceId !== undefined);
  const inOrganization = sql<string>`replace(${text}, '@', ${endOf(provider, organizationId)})`;
  return spaceId ? sql<string>`replace(${inOrganization}, '#', ${endOf(provider, spaceId)})` : inOrganization;
}

function endOf(provider: Provider, id: Expression<string>): RawBuilder<string> {
  return provider === 'sqlite' ? sql`substr(${id}, -8)` : sql`right(${id}, 8)`;
}

function matchText(
  provider: Provider,
  { terms, inTitle }: Pick<TextMatch, 'terms' | 'inTitle'>,
  inSpace: boolean,
): string {
  const [quote, prefixed, and] = provider === 'sqlite' ? ['"', '"*', ' AND '] : ["'", "':*", ' & '];
  const written = terms.map(
    ({ token, prefix }) => `${quote}@${inTitle ? '^' : ''}${token}${prefix ? prefixed : quote}`,
  );
  return [...written, ...(inSpace ? [`${quote}@¤#${quote}`] : [])].join(and);
}
