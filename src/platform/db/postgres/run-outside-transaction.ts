import pg from 'pg';
import { mapStoreError } from '../connection/store-errors.js';
import { mapPostgresError } from './postgres-errors.js';

/** Runs statements that Postgres refuses inside of a transaction, on a connection of their own, without a timeout. */
export async function runOnPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A broken connection makes the next statement fail.
  client.on('error', () => {});
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    throw mapStoreError(mapPostgresError(error));
  } finally {
    await client.end();
  }
}
