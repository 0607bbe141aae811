import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Query } from '../query/queries.js';
import type { Provider } from '../query/runner.js';
import { sqlFor } from '../query/sql.js';

/** Kysely's builder for tables whose names and columns the caller has checked. */
export type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** Placeholder for a parameter while the text of a statement is built. */
export const placeholder = 0;

/** The SQL of a writing statement, and whether it is so common that it gets a name. */
export interface WriteSql {
  sql: string;
  isCommon: boolean;
}

/** Identifies a statement. Calls of the same statement differ only in their parameters. */
export interface WriteStatementSpec {
  provider: Provider;
  /** The operation and its table, such as an insertion. */
  kind: string;
  /** Identifies all other inputs on which the SQL depends. */
  shape: string;
  /** Builds the statement, with a placeholder for each parameter. */
  build: (sql: AnyTables) => Compilable;
  /** Whether the statement gets a name on each connection, unless too many statements of its kind already have one. */
  isCommon: boolean;
}

/**
 * Maximum number of named statements per kind. Clients determine which columns are written, and each name uses memory
 * on each connection.
 */
const maxNamedPerKind = 20;

/** SQL of named statements, by kind. */
const common = new Map<string, Map<string, WriteSql>>();

/** SQL of other statements, such as those for many rows. Sizes are in characters. */
const rareTexts = new LRUCache<string, WriteSql>({
  maxSize: 4_194_304,
  maxEntrySize: 65_536,
  sizeCalculation: ({ sql }, key) => sql.length + key.length,
});

/**
 * Returns the SQL of a writing statement. It is cached, because building and compiling a statement takes several times
 * as long as running it.
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

/** Creates a statement for transactions from its SQL. */
export function writeStatement({ sql, isCommon }: WriteSql, parameters: readonly unknown[]): Query<never> {
  const compiled = { sql, parameters, ...(isCommon && { isKeyed: true }) };
  return { compile: () => compiled as object as CompiledQuery<never> };
}
