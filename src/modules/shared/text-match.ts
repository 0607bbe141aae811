import { type Expression, type SqlBool, sql } from 'kysely';
import { fold } from '../../platform/db/query/fold.js';
import type { Queries } from '../../platform/db/query/queries.js';

/** The condition that a folded column contains a text, whatever its case; nothing in the text is a wildcard. */
export function containsFolded(read: Queries, column: string | Expression<unknown>, text: string): Expression<SqlBool> {
  const position = read.provider === 'postgresql' ? sql`strpos` : sql`instr`;
  return sql<SqlBool>`${position}(${typeof column === 'string' ? sql.ref(column) : column}, ${fold(text)}) > 0`;
}
