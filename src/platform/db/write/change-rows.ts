import { sql } from 'kysely';
import type { DB } from '../generated/types.js';
import { withFoldedColumn } from '../query/folded-columns.js';
import { isOneOf, listParameter } from '../query/in-list.js';
import type { Transaction } from './transaction.js';
import { type AnyTables, cachedSql, placeholder, writeStatement } from './writing.js';

/** Value of a column. Times are dates or text, and JSON is text. */
type Value = string | number | boolean | Date | Uint8Array | null | undefined;

/** Values of some columns of a table. */
export type Values<Table extends keyof DB> = { [Name in keyof DB[Table] & string]?: Value };

/** Changes to all rows that have some given values. */
export interface Change<Table extends keyof DB> {
  table: Table;
  where: Values<Table>;
  /** New values; undefined values are ignored. */
  set?: Values<Table>;
  /** Amounts that are added to numbers. */
  add?: { [Name in keyof DB[Table] & string]?: number };
}

/** Buffers a change of rows; see `Transaction.buffer`. It is not an error if no row matches. */
export function bufferUpdate<Table extends keyof DB>(
  { read, buffer }: Pick<Transaction, 'read' | 'buffer'>,
  { table, where, set = {}, add = {} }: Change<Table>,
): void {
  const given = Object.entries(withFoldedColumn(table, set)).filter(([, value]) => value !== undefined);
  const changed = given.map(([column]) => column);
  const [keys, added] = [Object.keys(where), Object.keys(add)];
  if (changed.length + added.length === 0) return;
  const build = (db: AnyTables) => {
    const setting = changed.map((column) => [column, placeholder]);
    const adding = added.map((column) => [column, sql`${sql.ref(column)} + ${placeholder}`]);
    const update = db.updateTable<string>(table).set(Object.fromEntries([...setting, ...adding]));
    return keys.reduce((query, column) => query.where(column, '=', placeholder), update);
  };
  const shape = `${changed} add ${added} where ${keys}`;
  const parameters = [...given.map(([, value]) => value), ...Object.values(add), ...Object.values(where)];
  const text = cachedSql({ provider: read.provider, kind: `update ${table}`, shape, build, isCommon: true });
  buffer(writeStatement(text, parameters));
}

/** Selects rows to delete: those that match `where` and, if a list is given, have one of its values. */
export interface Deletion<Table extends keyof DB> {
  table: Table;
  where: Values<Table>;
  inList?: { column: keyof DB[Table] & string; values: readonly string[] };
}

/** Buffers the deletion of rows; see `Transaction.buffer`. */
export function bufferDelete<Table extends keyof DB>(
  { read: { provider }, buffer }: Pick<Transaction, 'read' | 'buffer'>,
  { table, where, inList }: Deletion<Table>,
): void {
  if (inList?.values.length === 0) return;
  const keys = Object.keys(where);
  const isOne = inList?.values.length === 1;
  const build = (db: AnyTables) => {
    const deletion = keys.reduce(
      (query, column) => query.where(column, '=', placeholder),
      db.deleteFrom<string>(table),
    );
    if (!inList) return deletion;
    if (isOne) return deletion.where(inList.column as string, '=', placeholder);
    return deletion.where(isOneOf(provider, sql.ref(inList.column), placeholder));
  };
  const shape = `${keys} ${inList?.column} ${isOne}`;
  const list = inList && (isOne ? inList.values[0] : listParameter(provider, inList.values));
  const parameters = [...Object.values(where), ...(inList ? [list] : [])];
  buffer(writeStatement(cachedSql({ provider, kind: `delete ${table}`, shape, build, isCommon: true }), parameters));
}
