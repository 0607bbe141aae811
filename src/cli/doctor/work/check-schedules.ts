import { schedules } from '../../../app/job-kinds.js';
import { listNames } from '../../../platform/arrays/list-names.js';
import type { DatabaseCheck } from '../base/check.js';
import { notice, unlessEmpty, warning } from '../base/finding.js';
import { formatDuration } from '../base/units.js';

/** Number of intervals after which a scheduled job is overdue. */
const maxIntervals = 3;

/** Checks that a server adds the scheduled jobs. */
export const checkSchedules: DatabaseCheck = {
  name: 'schedules',
  about: 'whether a server has recently run the work that is due at intervals',
  needs: 'tables',
  async run({ database: { read } }) {
    const kinds = schedules.map(({ kind }) => kind);
    const rows = await read.all(
      read.sql
        .selectFrom('Job')
        .select((one) => ['kind', one.fn.max('createdAt').as('last')])
        .where(read.inList('kind', kinds))
        .groupBy('kind'),
      { last: 'datetime' },
    );
    if (rows.length === 0)
      return [
        notice(
          'No scheduled work has run yet.',
          'Start a server, or run `docgraph jobs run-schedules` every five minutes.',
        ),
      ];
    const age = new Map(rows.map(({ kind, last }) => [kind, Date.now() - Date.parse(last!)]));
    const overdue = schedules.filter(({ kind, every }) => (age.get(kind) ?? 0) > maxIntervals * every);
    const newest = formatDuration(Math.min(...age.values()));
    return unlessEmpty(
      overdue.length === 0
        ? []
        : [
            warning(
              `Scheduled work is overdue: ${listNames(overdue.map(({ kind }) => kind))}. The last ran ${newest} ago.`,
              'Start a server, or run `docgraph jobs run-schedules` every five minutes.',
            ),
          ],
      `The last scheduled work ran ${newest} ago.`,
    );
  },
};
