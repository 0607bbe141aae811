import { sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, unlessEmpty, warning } from '../base/finding.js';
import { formatDuration } from '../base/units.js';

/** Milliseconds by which two clocks may differ. */
const tolerance = 5_000;

/** Compares the clock of this machine with that of Postgres, and with the newest job. */
export const checkClock: DatabaseCheck = {
  name: 'clock',
  about: 'the clock of this machine, compared with that of Postgres and with the newest job',
  needs: 'tables',
  async run({ database: { read } }) {
    const problems = [...(read.provider === 'postgresql' ? await databaseClock(read) : []), ...(await newestJob(read))];
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

/** Finds a job that was created in the future: by another machine, or before the clock was set back. */
async function newestJob(read: Queries): Promise<Finding[]> {
  const newest = await read.first(read.sql.selectFrom('Job').select('createdAt').orderBy('id', 'desc').limit(1));
  const lead = newest ? Date.parse(newest.createdAt) - Date.now() : 0;
  if (lead <= tolerance) return [];
  return [warning(`The newest job was created ${formatDuration(lead)} in the future.`, action)];
}
