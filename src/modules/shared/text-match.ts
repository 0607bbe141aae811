import { type Expression, type SqlBool, sql } from 'kysely';
import { foldText } from '../../platform/db/query/fold.js';
import type { Queries } from '../../platform/db/query/queries.js';

/**
 * Returns the condition that a column with folded text contains a text, ignoring case and diacritics. The text has no
 * wildcards.
 */
export function containsFolded(read: Queries, column: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const position = read.provider === 'postgresql' ? sql`strpos` : sql`instr`;
  return sql<SqlBool>`${position}(${typeof column === 'string' ? sql.ref(column) : column}, ${foldText(text)}) > 0`;
}
