import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { checkShared } from '../connection/shared-connection.js';
import { mapStoreError } from '../connection/store-errors.js';
import type { ResultSet, Runner, Statement } from '../query/runner.js';
import { runOnAdapter } from './adapter-result.js';
import { mapPostgresError } from './postgres-errors.js';
import type { KeyedReader } from './postgres-keyed.js';

/** What a pool hears and how long it waits. */
export interface PoolOptions {
  /** Hears of connections that break while nobody uses them. */
  onIdleError(error: Error): void;
  /** How many times as long as usual it waits; default 1. */
  patience?: number | undefined;
}

/** A pool, and what stands before it. */
export interface SharedPoolOptions extends PoolOptions {
  /** Whether a pooler gives out its connections for a transaction each: they are as the pooler has made them. */
  isShared?: boolean;
  /** Most connections; default 10. */
  max?: number;
}

/** Makes the pool that reads and writes share. */
export function createPostgresPool(
  url: string,
  { onIdleError, patience, isShared, max = 10 }: SharedPoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...(isShared ? sharedOptions(url, patience) : clientOptions(url, patience)),
    max,
    // Statements of a transaction are sent without waiting for the answers to those before.
    ...({ pipeline: true } as object),
    onConnect: (client) => (isShared ? checkShared(client) : client.query(sessionDefaults).then(() => {})),
  });
  pool.on('error', onIdleError);
  return pool;
}

/** A pooler refuses a connection that asks for limits of its session. */
function sharedOptions(url: string, patience?: number): pg.ClientConfig {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...options } = clientOptions(
    url,
    patience,
  );
  return options;
}

/** How each connection that reads or writes is made. */
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
    // A server that answers nothing at all, not even that the statement timed out.
    query_timeout: 6_000 * patience,
  };
}

/** Which reader has the keyed reads: the one of `postgres-keyed.ts`, or, as all others, Prisma's adapter. */
export const keyedReads: 'pipelined' | 'adapter' = 'pipelined';

/**
 * Reads through Prisma's driver adapter, which hands rows over as arrays and times as text, but for keyed reads, which have
 * connections of their own, where it is given them, as long as these answer.
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
 * What the store's SQL relies on, whatever the server or the role sets by default. Lists are read in the order of their
 * index: with the cost that Postgres gives a random page, that of a turning disk, it sorted all rows of a long one instead.
 */
export const sessionDefaults =
  "set session characteristics as transaction isolation level read committed; set datestyle to 'ISO, YMD'; set bytea_output to 'hex'; set random_page_cost to 1.1";
