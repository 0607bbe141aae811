import { sql } from 'kysely';
import type { Queries } from '../query/queries.js';

/** Table that a database has while `docgraph move` writes to it. It is not a table of the models. */
export const markerTable = 'docgraph_move';

/** Reads the source of an unfinished move to a database; null if there is none. */
export async function readUnfinishedMove(read: Queries): Promise<string | null> {
  const row = await read.first(sql<{ source: string }>`select source from ${sql.table(markerTable)}`);
  return row?.source ?? null;
}

/** Returns a sentence that says why the target of an unfinished move cannot be used, and what to do. */
export function describeUnfinishedMove(source: string): string {
  return `Cannot use the database: the move from ${source} to it is not finished. Run \`docgraph move\` with the same databases again`;
}
