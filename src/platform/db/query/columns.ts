import { tables } from '../generated/columns.js';
import type { TableName } from './rows.js';

/** What the values of a column are, whichever database holds them. */
export type ColumnKind = 'string' | 'int' | 'boolean' | 'datetime' | 'json' | 'bytes';

/** A column of a table. */
export interface Column {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** The `///` of the Prisma field, '' where it has none. */
  readonly description: string;
}

/** A table of the models. */
export interface Table {
  /** The `///` of the Prisma model. */
  readonly description: string;
  readonly columns: Readonly<Record<string, Column>>;
}

/** Name of a column of a table. */
export type ColumnName<T extends TableName> = keyof (typeof tables)[T]['columns'] & string;

/** A table by its name. */
function tableOf(name: TableName): Table {
  return tables[name];
}

/**
 * A column by its table and name: its kind, and its description for the graph.
 * @throws Error where the table has no such column; a fault of the code that asks.
 */
export function columnOf(table: TableName, name: string): Column {
  const column = tableOf(table).columns[name];
  if (!column) throw new Error(`The table ${table} has no column ${JSON.stringify(name)}`);
  return column;
}
