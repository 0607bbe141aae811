import { sql } from 'kysely';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Store } from '../../../platform/db/write/store.js';

/** Numbers of calls. The key is the JSON of day, client, version and field. */
export type FieldUses = Map<string, number>;

/** Maximum number of rows per statement. */
const rowsPerStatement = 200;

/** Adds the numbers of calls to the stored numbers. */
export async function addUses(store: Store, uses: FieldUses): Promise<void> {
  for (const chunk of chunksOf([...uses], rowsPerStatement)) {
    const rows = chunk.map(([key, calls]) => {
      const [day, client, clientVersion, field] = JSON.parse(key) as [string, string, string, string];
      return { day, client, clientVersion, field, calls };
    });
    await store.transaction(({ read }) =>
      read.all(
        read.sql
          .insertInto('FieldUse')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['day', 'client', 'clientVersion', 'field'])
              .doUpdateSet({ calls: sql`"FieldUse"."calls" + excluded."calls"` }),
          ),
      ),
    );
  }
}

/** Number of calls of a client that used a part of the schema. */
export interface ClientUse {
  client: string;
  clientVersion: string;
  field: string;
  calls: number;
}

/** Returns the number of calls since a day, by client, version and part of the schema. */
export async function usesSince(read: Queries, day: string): Promise<ClientUse[]> {
  const query = read.sql
    .selectFrom('FieldUse')
    .select(['client', 'clientVersion', 'field', sql<number>`sum("calls")`.as('calls')])
    .where('day', '>=', day)
    .groupBy(['client', 'clientVersion', 'field'])
    .orderBy('client')
    .orderBy('clientVersion')
    .orderBy('field');
  return read.all(query, { calls: 'int' });
}

/** Returns the UTC date that is a number of days ago, such as `2026-12-31`. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
