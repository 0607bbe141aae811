import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { provider } from './database.js';

/**
 * Returns how many transactions of a database Postgres ended because of deadlocks; 0 on SQLite, which has one writer.
 * First ends all sessions of the database, because only the end of a session makes it report its statistics reliably.
 */
export async function deadlocksOf({ url }: { url: string }): Promise<number> {
  if (provider === 'sqlite') return 0;
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    // `pg_terminate_backend` waits up to 60 seconds for a session to end.
    await client.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [name]);
    const { rows } = await client.query('select deadlocks::int from pg_stat_database where datname = $1', [name]);
    return rows[0].deadlocks;
  } finally {
    await client.end();
  }
}

/** Fails the test file if its tests caused a deadlock in the database. */
export function refuseDeadlocks(database: { url: string }): void {
  afterAll(async () => {
    expect(await deadlocksOf(database), 'transactions that waited for each other').toBe(0);
  });
}
