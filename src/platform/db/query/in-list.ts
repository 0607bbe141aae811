import { type Expression, type SqlBool, sql } from 'kysely';
import type { Provider } from './runner.js';

/**
 * The condition that a column is one of a list, which is one parameter: a list of parameters would be another statement for
 * each length, and fails over 32,766 (SQLite) or 65,535 (Postgres).
 * @param list the parameter, see `listParameter`, or what stands for it
 */
export function isOneOf(provider: Provider, column: Expression<unknown>, list: unknown): Expression<SqlBool> {
  return provider === 'postgresql'
    ? sql<SqlBool>`${column} = any(${list})`
    : sql<SqlBool>`${column} in (select value from json_each(${list}))`;
}

/** A list as the one parameter that it is. */
export function listParameter(provider: Provider, values: readonly unknown[]): unknown {
  return provider === 'postgresql' ? values : JSON.stringify(values);
}
