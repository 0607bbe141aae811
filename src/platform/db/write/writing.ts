import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Query } from '../query/queries.js';
import type { Provider } from '../query/runner.js';
import { sqlFor } from '../query/sql.js';

/** Kysely's builder for tables whose names and columns the caller has checked. */
export type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** Placeholder for a parameter while the text of a statement is built. */
export const placeholder = 0;

/** The text of a writing statement, and whether it is common enough to get a name. */
export interface WriteSql {
  sql: string;
  isCommon: boolean;
}

/** Identifies a statement: calls differ only in their parameters. */
export interface WriteStatementSpec {
  provider: Provider;
  /** The operation and its table. */
  kind: string;
  /** Identifies all other inputs that the SQL text depends on. */
  shape: string;
  /** Builds the statement, with a placeholder for each parameter. */
  build: (sql: AnyTables) => Compilable;
  /** Whether the statement gets a name on each connection, unless too many of its kind already have one. */
  isCommon: boolean;
}

/**
 * Maximum number of named statements per kind. Clients decide which columns are written, and each name uses memory on
 * each connection.
 */
const maxNamedPerKind = 20;

/** SQL texts of named statements, by kind. */
const common = new Map<string, Map<string, WriteSql>>();

/** SQL texts of other statements, such as those for many rows; sizes in characters. */
const rareTexts = new LRUCache<string, WriteSql>({
  maxSize: 4_194_304,
  maxEntrySize: 65_536,
  sizeCalculation: ({ sql }, key) => sql.length + key.length,
});

/**
 * Returns the SQL text of a writing statement. Texts are cached, because building and compiling one costs several times
 * as much as running it.
 */
export function cachedSql({ provider, kind, shape, build, isCommon: isCommonCandidate }: WriteStatementSpec): WriteSql {
  const ofKind = common.get(`${provider} ${kind}`) ?? new Map<string, WriteSql>();
  const key = `${provider} ${kind} ${shape}`;
  const known = ofKind.get(shape) ?? rareTexts.get(key);
  if (known) return known;
  const isCommon = isCommonCandidate && ofKind.size < maxNamedPerKind;
  const { sql } = build(sqlFor(provider) as unknown as AnyTables).compile();
  const writeSql = { sql, isCommon };
  if (isCommon) common.set(`${provider} ${kind}`, ofKind.set(shape, writeSql));
  else rareTexts.set(key, writeSql);
  return writeSql;
}

/** Creates a statement with this SQL text, for transactions. */
export function writeStatement({ sql, isCommon }: WriteSql, parameters: readonly unknown[]): Query<never> {
  const compiled = { sql, parameters, ...(isCommon && { isKeyed: true }) };
  return { compile: () => compiled as object as CompiledQuery<never> };
}
