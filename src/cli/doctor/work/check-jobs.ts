import { sql } from 'kysely';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, unlessEmpty, warning } from '../base/finding.js';
import { formatDuration } from '../base/units.js';

/** Milliseconds that a due job may wait for its turn. */
const maxWait = 300_000;
/** Milliseconds after which another process takes over a job whose lease has ended. */
const leaseTolerance = 60_000;

/** Checks that due jobs run, and that no job is left by a process that ended. */
export const checkJobs: DatabaseCheck = {
  name: 'jobs',
  about: 'due jobs that wait for more than 5 minutes, and leases that have ended',
  needs: 'tables',
  async run({ database: { read } }) {
    const jobs = read.sql.selectFrom('Job');
    const count = sql<number>`count(*)`;
    const now = Date.now();
    const [due, abandoned] = await Promise.all([
      read.first(
        jobs
          .select((one) => [count.as('count'), one.fn.min('runAt').as('oldest')])
          .where('status', '=', 'waiting')
          .where('runAt', '<=', new Date(now).toISOString()),
        { count: 'int', oldest: 'datetime' },
      ),
      read.first(
        jobs
          .select(count.as('count'))
          .where('status', '=', 'running')
          .where('lockedUntil', '<', new Date(now - leaseTolerance).toISOString()),
        { count: 'int' },
      ),
    ]);
    const problems: Finding[] = [];
    const waited = due?.oldest ? now - Date.parse(due.oldest) : 0;
    if (due && waited > maxWait)
      problems.push(
        warning(
          `Due jobs: ${due.count}, the oldest for ${formatDuration(waited)}.`,
          'Start a server, or raise FETCHING_JOBS and COMPUTING_JOBS. Jobs that send mails need SMTP_URL.',
        ),
      );
    if (abandoned && abandoned.count > 0)
      problems.push(
        warning(
          `Jobs that a process left when it ended: ${abandoned.count}.`,
          'Start a server, which runs them again.',
        ),
      );
    return unlessEmpty(problems, `Due jobs: ${due?.count ?? 0}, and none is late.`);
  },
};
