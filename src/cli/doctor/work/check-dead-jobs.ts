import { sql } from 'kysely';
import type { DatabaseCheck } from '../base/check.js';
import { unlessEmpty, warning } from '../base/finding.js';

/** Finds jobs that were given up. */
export const checkDeadJobs: DatabaseCheck = {
  name: 'dead-jobs',
  about: 'jobs that failed and are not tried again, by kind',
  needs: 'tables',
  async run({ database: { read } }) {
    const dead = await read.all(
      read.sql
        .selectFrom('Job')
        .select((one) => ['kind', sql<number>`count(*)`.as('count'), one.fn.max('id').as('newest')])
        .where('status', '=', 'dead')
        .groupBy('kind')
        .orderBy('kind'),
      { count: 'int' },
    );
    return unlessEmpty(
      dead.map(({ kind, count, newest }) =>
        warning(
          `Failed jobs of the kind ${kind}: ${count}.`,
          `See \`docgraph jobs list --status dead --kind ${kind}\`. When the cause is gone, run \`docgraph jobs replay ${newest}\`.`,
        ),
      ),
      'No job has failed.',
    );
  },
};
