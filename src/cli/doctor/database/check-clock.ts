import { sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, unlessEmpty, warning } from '../base/finding.js';
import { formatDuration } from '../base/units.js';

/** Milliseconds by which two clocks may differ. */
const tolerance = 5_000;

/** Compares the clock of this machine with that of Postgres, and with the newest job and event. */
export const checkClock: DatabaseCheck = {
  name: 'clock',
  about: 'the clock of this machine, compared with that of Postgres and with the newest job and event',
  needs: 'tables',
  async run({ database: { read } }) {
    const problems = [
      ...(read.provider === 'postgresql' ? await databaseClock(read) : []),
      ...(await newestRows(read)),
    ];
    return unlessEmpty(problems, 'The clocks agree.');
  },
};

const action = 'Synchronize the clocks of all machines, for example with systemd-timesyncd.';

async function databaseClock(read: Queries): Promise<Finding[]> {
  const before = Date.now();
  const { time } = (await read.first(
    sql<{ time: number }>`select extract(epoch from clock_timestamp())::float8 as time`,
  ))!;
  const after = Date.now();
  const difference = Number(time) * 1_000 - (before + after) / 2;
  if (Math.abs(difference) <= tolerance + (after - before)) return [];
  const direction = difference > 0 ? 'ahead of' : 'behind';
  return [
    warning(`The clock of Postgres is ${formatDuration(Math.abs(difference))} ${direction} this machine.`, action),
  ];
}

/** Finds rows that were created in the future: by another machine, or before the clock was set back. */
async function newestRows(read: Queries): Promise<Finding[]> {
  const job = await read.first(read.sql.selectFrom('Job').select('createdAt as at').orderBy('id', 'desc').limit(1));
  // The last event of each organization has an index; the newest of all events has none.
  const lastEvents = read.sql
    .selectFrom('Organization')
    .select(({ selectFrom }) =>
      selectFrom('Event')
        .select('at')
        .whereRef('Event.organizationId', '=', 'Organization.id')
        .orderBy('sequence', 'desc')
        .limit(1)
        .as('at'),
    );
  const ofEvents = read.sql.selectFrom(lastEvents.as('last')).select('at').where('at', 'is not', null);
  const event = await read.first(ofEvents.orderBy('at', 'desc').limit(1));
  return [...inFuture('job was created', job?.at), ...inFuture('event was recorded', event?.at)];
}

function inFuture(what: string, at: string | null | undefined): Finding[] {
  const lead = at ? Date.parse(at) - Date.now() : 0;
  return lead <= tolerance ? [] : [warning(`The newest ${what} ${formatDuration(lead)} in the future.`, action)];
}
