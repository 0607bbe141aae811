import type { RetentionConfig } from '../../../platform/config/retention-config.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { JobKind } from '../../../platform/jobs/job-kind.js';
import { type OrganizationCutoff, readCutoffs, runRoundRobin } from './organization-retention.js';

/** Maximum number of events that one transaction removes. */
const batchSize = 500;

/** Returns the kind of the job that removes old events. */
export function expireEventsKind(store: Store, retention: RetentionConfig): JobKind {
  return {
    name: 'events.expire',
    async run(_payload, { signal }) {
      const cutoffs = await readCutoffs(store, { kind: 'events', retention });
      await runRoundRobin(cutoffs, signal, (organization) => removeOldest(store, organization));
    },
  };
}

/**
 * Removes the oldest events of an organization, up to the first one that has not expired. The numbers of the remaining
 * events therefore have no gap. Event 1 stays, because it names the creator of the organization.
 * @returns whether more events may have expired
 */
async function removeOldest(
  { read, sql, transaction }: Store,
  { organizationId, cutoff }: OrganizationCutoff,
): Promise<boolean> {
  const oldest = sql
    .selectFrom('Event')
    .select(['sequence', 'at'])
    .where('organizationId', '=', organizationId)
    .where('sequence', '>', 1)
    .orderBy('sequence')
    .limit(batchSize);
  const events = await read.all(oldest);
  const end = events.findIndex(({ at }) => at > cutoff);
  const last = events[(end < 0 ? events.length : end) - 1]?.sequence;
  if (last === undefined) return false;
  await transaction(({ read: within }) =>
    within.all(
      within.sql
        .deleteFrom('Event')
        .where('organizationId', '=', organizationId)
        .where('sequence', '>', 1)
        .where('sequence', '<=', last),
    ),
  );
  return end < 0 && events.length === batchSize;
}
