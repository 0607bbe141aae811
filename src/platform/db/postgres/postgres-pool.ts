import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { checkPooledConnection } from '../connection/shared-connection.js';
import { mapStoreError } from '../connection/store-errors.js';
import type { ResultSet, Runner, Statement } from '../query/runner.js';
import { runOnAdapter } from './adapter-result.js';
import { mapPostgresError } from './postgres-errors.js';
import type { KeyedReader } from './postgres-keyed.js';

/** Error handler and timeouts of a pool. */
export interface PoolOptions {
  /** Receives the errors of idle connections that break. */
  onIdleError(error: Error): void;
  /** Factor of all timeouts; default 1. */
  patience?: number | undefined;
}

/** Options of a pool that may connect through a pooler. */
export interface SharedPoolOptions extends PoolOptions {
  /**
   * Whether a pooler lends its connections for one transaction at a time. In that case the pooler sets their options.
   */
  isShared?: boolean;
  /** Maximum number of connections; default 10. */
  max?: number;
}

/** Creates the pool that reads and writes share. */
export function createPostgresPool(
  url: string,
  { onIdleError, patience, isShared, max = 10 }: SharedPoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...(isShared ? sharedOptions(url, patience) : clientOptions(url, patience)),
    max,
    // Statements of a transaction are sent without waiting for the results of earlier ones.
    ...({ pipeline: true } as object),
    onConnect: (client) => (isShared ? checkPooledConnection(client) : client.query(sessionDefaults).then(() => {})),
  });
  pool.on('error', onIdleError);
  return pool;
}

/** Returns options without session limits: a pooler refuses a connection that sets them. */
function sharedOptions(url: string, patience?: number): pg.ClientConfig {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...options } = clientOptions(
    url,
    patience,
  );
  return options;
}

/** Returns the options of each connection that reads or writes. */
export function clientOptions(url: string, patience = 1): pg.ClientConfig {
  return { connectionString: url, ...limitsOf(patience), keepAlive: true, application_name: 'docgraph' };
}

/** Limits of a connection: 2 s to get one, a statement 5 s, a lock 2 s, an idle transaction 10 s. */
function limitsOf(patience: number) {
  return {
    connectionTimeoutMillis: 2_000 * patience,
    statement_timeout: 5_000 * patience,
    lock_timeout: 2_000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
    // Client-side timeout for a server that does not respond at all, so that its statement timeout does not help.
    query_timeout: 6_000 * patience,
  };
}

/** Selects the reader of keyed reads: `postgres-keyed.ts`, or Prisma's adapter like all other reads. */
export const keyedReads: 'pipelined' | 'adapter' = 'pipelined';

/**
 * Creates a reader that uses Prisma's driver adapter, which returns rows as arrays and times as text. Keyed reads use
 * `keyed`, which has connections of its own, if it is given and not blocked.
 */
export async function createPostgresReader(pool: pg.Pool, keyed?: KeyedReader): Promise<Runner> {
  const adapter = await new PrismaPg(pool).connect();
  const free = (): KeyedReader | undefined => (keyedReads === 'pipelined' && keyed?.isFree() ? keyed : undefined);
  const refuse = (error: unknown) => Promise.reject(mapStoreError(mapPostgresError(error)));
  const run = (statement: Statement): Promise<ResultSet> =>
    (statement.isKeyed && free()?.run(statement)) || runOnAdapter(adapter, statement);
  return { provider: 'postgresql', run: (statement) => run(statement).catch(refuse) };
}

/**
 * Settings that the SQL of the store relies on, whatever the defaults of the server or the role. Lists are read in the
 * order of an index. With the default cost of a random page, that of a spinning disk, Postgres would sort all rows of a
 * long list instead.
 */
export const sessionDefaults =
  "set session characteristics as transaction isolation level read committed; set datestyle to 'ISO, YMD'; set bytea_output to 'hex'; set random_page_cost to 1.1";
