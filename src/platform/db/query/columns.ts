import { tables } from '../generated/columns.js';
import type { TableName } from './rows.js';

/** Kind of the values in a column; the kinds are the same for SQLite and Postgres. */
export type ColumnKind = 'string' | 'int' | 'boolean' | 'datetime' | 'json' | 'bytes';

/** A column of a table. */
export interface Column {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** The `///` comment of the Prisma field; '' if it has none. */
  readonly description: string;
}

/** A table of the Prisma models. */
export interface Table {
  /** The `///` comment of the Prisma model. */
  readonly description: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly references: readonly Reference[];
}

/** A foreign key: `columns` of the table are the `keys` of a row of another table, or of the same one. */
interface Reference {
  readonly columns: readonly string[];
  readonly table: TableName;
  readonly keys: readonly string[];
}

/** Name of a column of a table. */
export type ColumnName<T extends TableName> = keyof (typeof tables)[T]['columns'] & string;

/** Names of all tables, in the order of the schema. */
export const tableNames = Object.keys(tables) as TableName[];

/** Returns a table by its name. */
export function tableMetadata(name: TableName): Table {
  return tables[name];
}

/**
 * Returns a column by its table and name. It contains the kind of its values, and its description in the GraphQL
 * schema.
 * @throws Error if the table has no such column, a programming error of the caller
 */
export function columnMetadata(table: TableName, name: string): Column {
  const column = tableMetadata(table).columns[name];
  if (!column) throw new Error(`The table ${table} has no column ${JSON.stringify(name)}`);
  return column;
}
