import { type Expression, type SqlBool, sql } from 'kysely';
import { foldText } from '../../platform/db/query/fold.js';
import type { Queries } from '../../platform/db/query/queries.js';

/** Returns the condition that a folded column contains a text, ignoring case. The text has no wildcards. */
export function containsFolded(read: Queries, column: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const position = read.provider === 'postgresql' ? sql`strpos` : sql`instr`;
  return sql<SqlBool>`${position}(${typeof column === 'string' ? sql.ref(column) : column}, ${foldText(text)}) > 0`;
}
