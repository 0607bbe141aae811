import { type Expression, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../store/queries.js';

/** Text without the differences that people overlook: compatibility forms, case, diacritics. The same on both databases. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}

/** The condition that a folded column contains a text, whatever its case; nothing in the text is a wildcard. */
export function containsFolded(read: Queries, column: string, text: string): Expression<SqlBool> {
  const position = read.provider === 'postgresql' ? sql`strpos` : sql`instr`;
  return sql<SqlBool>`${position}(${sql.ref(column)}, ${fold(text)}) > 0`;
}
