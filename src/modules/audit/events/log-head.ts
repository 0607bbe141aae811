import { sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';

/**
 * Returns the sum of the sequence numbers of the newest events of all organizations. It grows with each event, and
 * falls only when an organization is removed.
 */
export async function readLogHead(read: Queries): Promise<number> {
  const query = sql<{
    head: number;
  }>`select cast(coalesce(sum("eventSequence"), 0) as bigint) as "head" from "Organization"`;
  return (await read.first(query, { head: 'int' }))!.head;
}
