import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { runOnAdapter } from './adapter-result.js';
import type { Runner } from './runner.js';
import { mapPostgresError, mapStoreError } from './store-errors.js';

/** Limits of a connection: a statement 5 s, a lock 2 s, an idle transaction 10 s (safety.md, defaults). */
const limits = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };

/** Makes the pool that reads and writes share; `onIdleError` hears of connections that break while nobody uses them. */
export function createPostgresPool(url: string, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...limits,
    // A server that answers nothing at all, not even that the statement timed out.
    query_timeout: limits.statement_timeout + 1_000,
    max: 10,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    application_name: 'docgraph',
    onConnect: (client) => client.query(sessionDefaults).then(() => {}),
  });
  pool.on('error', onIdleError);
  return pool;
}

/** Reads through Prisma's driver adapter, which hands rows over as arrays and times as text. */
export async function createPostgresReader(pool: pg.Pool): Promise<Runner> {
  const adapter = await new PrismaPg(pool).connect();
  return {
    provider: 'postgresql',
    run: (statement) =>
      runOnAdapter(adapter, statement).catch((error) => Promise.reject(mapStoreError(mapPostgresError(error)))),
  };
}

/** What the store's SQL relies on, whatever the server or the role sets by default. */
const sessionDefaults =
  "set session characteristics as transaction isolation level read committed; set datestyle to 'ISO, YMD'; set bytea_output to 'hex'";
