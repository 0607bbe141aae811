import { sql } from 'kysely';
import { AppError } from '../../../platform/base/errors.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';

/**
 * Numbers of the oldest events from which the logs of organizations have no gap, by the organization's id.
 *
 * If no such event is left, it is the number of the next event. Retention removes the oldest events, except event 1, which names the
 * creator of the organization.
 */
export const oldestEventSequences: LoaderDefinition<string, number> = {
  name: 'oldestEventSequences',
  async load(read, ids) {
    const rows = await read.all(
      sql<{ id: string; latest: number; oldest: number | null }>`select "id", "eventSequence" as "latest",
        (select min("sequence") from "Event" where "organizationId" = "Organization"."id" and "sequence" > 1) as "oldest"
        from "Organization" where ${read.inList('id', ids)}`,
    );
    const byId = new Map(rows.map(({ id, ...log }) => [id, oldestSequence(log)]));
    return ids.map((id) => byId.get(id) ?? 1);
  },
};

/**
 * Returns the number of the oldest event. `oldest` is the lowest number above 1 in the log, `latest` the highest number
 * ever used.
 */
function oldestSequence({ latest, oldest }: { latest: number; oldest: number | null }): number {
  const lowest = oldest ?? latest + 1;
  return lowest <= 2 ? 1 : lowest;
}

/**
 * Creates the error for a follower that needs events which retention has removed.
 * @param oldest number of the oldest event, see `oldestEventSequences`
 */
export function eventsExpired(after: number, oldest: number): AppError {
  const message = `Cannot send the events after ${after}: retention has removed some of them. Follow after ${oldest - 1}, or after 0 for all that are left.`;
  return new AppError('CONFLICT', message, { reason: 'EVENTS_EXPIRED' });
}
