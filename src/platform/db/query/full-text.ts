import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Provider } from './runner.js';

/**
 * Tables of SQLite's full-text index. They are not in the Prisma models; the migrations `search` and `search_signs`
 * create them.
 */
export const fullTextTables = [
  'search_fts',
  ...['data', 'idx', 'docsize', 'config'].map((part) => `search_fts_${part}`),
];

/**
 * Conditions for the pages to find: tokens of docgraph's own tokenizer, within one organization or one of its spaces.
 */
export interface TextMatch {
  terms: readonly { token: string; prefix: boolean }[];
  /** Whether the tokens must be in the title. */
  inTitle?: boolean;
  organizationId: Expression<string>;
  spaceId?: Expression<string>;
}

/**
 * Returns `from … where …` for the matching rows of `SearchPage`, each joined with its `Space`. Tokens contain only
 * letters and digits, so a search text cannot inject syntax.
 */
export function fromMatching(provider: Provider, match: TextMatch): RawBuilder<unknown> {
  return provider === 'sqlite'
    ? sql`from search_fts cross join "SearchPage" on "SearchPage"."number" = search_fts.rowid
        cross join "Space" on "Space"."id" = "SearchPage"."spaceId"
        where search_fts match ${scoped(provider, match)}`
    : // `offset 0` prevents a plan that reads all pages of a space, whose cost Postgres underestimates.
      sql`from (select * ${fromTerms(provider, match)} offset 0) as "SearchPage"
        join "Space" on "Space"."id" = "SearchPage"."spaceId" where true`;
}

/** Returns `from … where …` for counting, which reads only the index. */
export function fromTerms(provider: Provider, match: TextMatch): RawBuilder<unknown> {
  return provider === 'sqlite'
    ? sql`from search_fts where search_fts match ${scoped(provider, match)}`
    : sql`from "SearchPage" where ${tokensOfRow} @@ ${scoped(provider, match)}::tsquery`;
}

/**
 * Returns the expression by which rows are ordered by their last change. On SQLite, this is the natural order of the
 * index.
 */
export function lastChangeOrder(provider: Provider): RawBuilder<number> {
  return provider === 'sqlite' ? sql`search_fts.rowid` : sql`"SearchPage"."number"`;
}

/** The expression of the index `search_terms`. Postgres uses the index only if a query contains the same expression. */
const tokensOfRow = sql`search_terms_of("SearchPage"."organizationId", "SearchPage"."spaceId", "SearchPage"."terms")`;

/**
 * Returns the match expression. In the index, the last characters of the ids precede each token; see the migration. The
 * ids are SQL expressions, so the match expression contains placeholders that SQL replaces.
 */
function scoped(provider: Provider, { organizationId, spaceId, ...match }: TextMatch): RawBuilder<string> {
  const text = matchText(provider, match, spaceId !== undefined);
  const inOrganization = sql<string>`replace(${text}, '@', ${idSuffix(provider, organizationId)})`;
  return spaceId ? sql<string>`replace(${inOrganization}, '#', ${idSuffix(provider, spaceId)})` : inOrganization;
}

function idSuffix(provider: Provider, id: Expression<string>): RawBuilder<string> {
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
