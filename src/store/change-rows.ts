import type { DB } from './generated/types.js';
import { listParameter } from './in-list.js';
import type { Transaction } from './transaction.js';
import { createText, type TextOf, writing } from './writing.js';

/** What a column takes: times as dates or texts, JSON as text. */
type Value = string | number | boolean | Date | Uint8Array | null | undefined;

/** Values of some columns of a table. */
export type Values<Table extends keyof DB> = { [Name in keyof DB[Table] & string]?: Value };

/** What is changed of the rows that have some values. */
export interface Change<Table extends keyof DB> {
  table: Table;
  where: Values<Table>;
  /** What is undefined stays as it is. */
  set?: Values<Table>;
  /** What numbers change by. */
  add?: { [Name in keyof DB[Table] & string]?: number };
}

/** Changes rows where nobody waits for the answer: see `Transaction.later`. A row that is not there is no error. */
export function updateLater<Table extends keyof DB>(
  { read, later }: Pick<Transaction, 'read' | 'later'>,
  { table, where, set = {}, add = {} }: Change<Table>,
): void {
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  const changed = given.map(([column]) => column);
  const [keys, added] = [Object.keys(where), Object.keys(add)];
  if (changed.length + added.length === 0) return;
  const text: TextOf = (value, name) => {
    const setting = changed.map((column) => `${name(column)} = ${value()}`);
    const adding = added.map((column) => `${name(column)} = ${name(column)} + ${value()}`);
    const condition = keys.map((column) => `${name(column)} = ${value()}`).join(' and ');
    return `update ${name(table)} set ${[...setting, ...adding]} where ${condition}`;
  };
  const shape = `${changed} add ${added} where ${keys}`;
  const parameters = [...given.map(([, value]) => value), ...Object.values(add), ...Object.values(where)];
  later(
    writing(createText({ provider: read.provider, kind: `update ${table}`, shape, text, isCommon: true }), parameters),
  );
}

/** Which rows are deleted: those that have some values, and one of a list of them. */
export interface Deletion<Table extends keyof DB> {
  table: Table;
  where: Values<Table>;
  among?: { column: keyof DB[Table] & string; values: readonly string[] };
}

/** Deletes rows where nobody waits for the answer: see `Transaction.later`. */
export function deleteLater<Table extends keyof DB>(
  { read: { provider }, later }: Pick<Transaction, 'read' | 'later'>,
  { table, where, among }: Deletion<Table>,
): void {
  if (among?.values.length === 0) return;
  const keys = Object.keys(where);
  const isOne = among?.values.length === 1;
  const text: TextOf = (value, name) => {
    const conditions = keys.map((column) => `${name(column)} = ${value()}`);
    if (among && isOne) conditions.push(`${name(among.column)} = ${value()}`);
    else if (among)
      conditions.push(
        provider === 'sqlite'
          ? `${name(among.column)} in (select value from json_each(${value()}))`
          : `${name(among.column)} = any(${value()})`,
      );
    return `delete from ${name(table)} where ${conditions.join(' and ')}`;
  };
  const shape = `${keys} ${among?.column} ${isOne}`;
  const list = among && (isOne ? among.values[0] : listParameter(provider, among.values));
  const parameters = [...Object.values(where), ...(among ? [list] : [])];
  later(writing(createText({ provider, kind: `delete ${table}`, shape, text, isCommon: true }), parameters));
}
