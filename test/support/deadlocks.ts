import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { provider } from './database.js';

/**
 * How often Postgres ended transactions of a database that waited for each other; none on SQLite, which has one writer.
 * The sessions of the database are ended for it: each adds its own figures up now and then, for certain when it ends.
 */
export async function deadlocksOf({ url }: { url: string }): Promise<number> {
  if (provider === 'sqlite') return 0;
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    // It waits for their end.
    await client.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [name]);
    const { rows } = await client.query('select deadlocks::int from pg_stat_database where datname = $1', [name]);
    return rows[0].deadlocks;
  } finally {
    await client.end();
  }
}

/** Fails the file where its tests, in whatever order, made transactions of the database wait for each other. */
export function refuseDeadlocks(database: { url: string }): void {
  afterAll(async () => {
    expect(await deadlocksOf(database), 'transactions that waited for each other').toBe(0);
  });
}
