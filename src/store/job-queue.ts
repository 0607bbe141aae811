import pg from 'pg';
import { withMigrationLock } from './migration-lock.js';

/** Schema of Postgres in which graphile-worker keeps which job is to be run when. */
export const jobQueueSchema = 'docgraph_jobs';

/**
 * Makes the schema of the queue where a database of Postgres lacks it; a server that starts brings it up to date. Nothing but one
 * read where it is there.
 */
export async function makeJobQueue(url: string): Promise<void> {
  if (await hasJobQueue(url)) return;
  const { runMigrations } = await import('graphile-worker');
  await withMigrationLock({ provider: 'postgresql', target: url }, () =>
    runMigrations({ connectionString: url, schema: jobQueueSchema, maxPoolSize: 2 }),
  );
}

async function hasJobQueue(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query('select to_regclass($1) is not null as found', [`${jobQueueSchema}.jobs`]);
    return rows[0].found;
  } finally {
    await client.end();
  }
}
