import { type Expression, type SqlBool, sql } from 'kysely';
import type { Provider } from './runner.js';

/**
 * Returns the condition that a column is in a list. The whole list is one parameter. One parameter per value would need
 * a separate statement for each length, and would fail above 32,766 (SQLite) or 65,535 (Postgres) values.
 * @param list the parameter, see `listParameter`, or its placeholder
 */
export function isOneOf(provider: Provider, column: Expression<unknown>, list: unknown): Expression<SqlBool> {
  return provider === 'postgresql'
    ? sql<SqlBool>`${column} = any(${list})`
    : sql<SqlBool>`${column} in (select value from json_each(${list}))`;
}

/** Encodes a list as a single parameter. */
export function listParameter(provider: Provider, values: readonly unknown[]): unknown {
  return provider === 'postgresql' ? values : JSON.stringify(values);
}
