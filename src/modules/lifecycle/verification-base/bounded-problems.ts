import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Problem } from './check.js';

/** Maximum number of problems that a check names one by one, and that one round repairs. */
export const maxNamed = 1_000;

/**
 * Returns a problem for each row of a query without a limit. Rows beyond the first 1,000 are only counted, in one more
 * problem.
 * @param object name of the rows beyond that number, such as their table
 */
export async function* boundedProblems<Row>(
  read: Queries,
  { rows, object }: { rows: RawBuilder<Row>; object: string },
  describe: (row: Row) => Problem,
): AsyncGenerator<Problem> {
  const found = await read.all(sql<Row>`${rows} limit ${sql.lit(maxNamed + 1)}`);
  for (const row of found.slice(0, maxNamed)) yield describe(row);
  if (found.length <= maxNamed) return;
  const total = await read.first(sql<{ count: number }>`select count(*) as "count" from (${rows}) as "found"`, {
    count: 'int',
  });
  const count = total!.count - maxNamed;
  // The next round repairs these rows, if the others can be repaired.
  yield { object, detail: `has ${count} more rows with the same fault.`, count };
}
