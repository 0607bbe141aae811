import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Query } from '../query/queries.js';
import type { Provider } from '../query/runner.js';
import { sqlFor } from '../query/sql.js';

/** Kysely's builder for tables whose names and columns the caller has checked. */
export type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** What stands for a parameter when the text of a statement is made. */
export const placeholder = 0;

/** The text of a statement that writes, and whether many have it. */
export interface WritingText {
  sql: string;
  isCommon: boolean;
}

/** Which statement it is: what differs from call to call are its parameters alone. */
export interface WritingShape {
  provider: Provider;
  /** What it does, and to which table. */
  kind: string;
  /** All that the text depends on besides. */
  shape: string;
  /** Builds it, with a placeholder for each parameter. */
  build: (sql: AnyTables) => Compilable;
  /** Whether the statement gets a name on each connection, if few of its kind have one. */
  isCommon: boolean;
}

/** Statements of a kind that get a name: clients decide which columns are written, and each name takes room on each connection. */
const mostOfKind = 20;

/** Texts that have a name, by kind. */
const common = new Map<string, Map<string, WritingText>>();

/** Other texts, such as those of many rows; sizes in characters. */
const others = new LRUCache<string, WritingText>({
  maxSize: 4_194_304,
  maxEntrySize: 65_536,
  sizeCalculation: ({ sql }, key) => sql.length + key.length,
});

/** The text of a statement that writes, made once: to build and compile one costs several times what it costs to run it. */
export function createText({ provider, kind, shape, build, isCommon: isWanted }: WritingShape): WritingText {
  const ofKind = common.get(`${provider} ${kind}`) ?? new Map<string, WritingText>();
  const key = `${provider} ${kind} ${shape}`;
  const known = ofKind.get(shape) ?? others.get(key);
  if (known) return known;
  const isCommon = isWanted && ofKind.size < mostOfKind;
  const { sql } = build(sqlFor(provider) as unknown as AnyTables).compile();
  const made = { sql, isCommon };
  if (isCommon) common.set(`${provider} ${kind}`, ofKind.set(shape, made));
  else others.set(key, made);
  return made;
}

/** A statement of such a text, as transactions run it. */
export function writing({ sql, isCommon }: WritingText, parameters: readonly unknown[]): Query<never> {
  const compiled = { sql, parameters, ...(isCommon && { isKeyed: true }) };
  return { compile: () => compiled as object as CompiledQuery<never> };
}
