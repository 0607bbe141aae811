import { type ColumnName, columnMetadata } from '../../../platform/db/query/columns.js';
import type { TableName } from '../../../platform/db/query/rows.js';

/** Returns the description of a column. It is written only once, as a `///` comment in the Prisma schema. */
export function describe<T extends TableName>(table: T, column: ColumnName<T>): string {
  return columnMetadata(table, column).description;
}
