import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { limits } from '../../base/limits.js';
import { checkPooledConnection } from '../connection/shared-connection.js';
import { mapStoreError } from '../connection/store-errors.js';
import type { ResultSet, Runner, Statement } from '../query/runner.js';
import type { PoolState } from '../write/store.js';
import { runOnAdapter } from './adapter-result.js';
import { mapPostgresError } from './postgres-errors.js';
import type { KeyedReader } from './postgres-keyed.js';

/** Error handler of a pool, and the factor for its timeouts. */
export interface PoolOptions {
  /** Receives errors of idle connections that break. */
  onIdleError(error: Error): void;
  /** Factor for all timeouts; default: 1. */
  patience?: number | undefined;
  /** Milliseconds after which Postgres ends a statement; default: 5,000. */
  statementTimeout?: number | undefined;
}

/** Options of a pool, which may connect through a pooler. */
export interface SharedPoolOptions extends PoolOptions {
  /**
   * Whether a pooler provides its connections for one transaction at a time. In this case the pooler sets their
   * options.
   */
  isShared?: boolean;
  /** Maximum number of connections; default: 10. */
  max?: number | undefined;
}

/** Creates the pool for both reads and writes. */
export function createPostgresPool(
  url: string,
  { onIdleError, isShared, max = limits.postgresConnections.value, ...timeouts }: SharedPoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...(isShared ? sharedOptions(url, timeouts) : clientOptions(url, timeouts)),
    max,
    // Sends the statements of a transaction without waiting for the results of earlier ones.
    ...({ pipeline: true } as object),
    onConnect: (client) => (isShared ? checkPooledConnection(client) : client.query(sessionDefaults).then(() => {})),
  });
  pool.on('error', onIdleError);
  return pool;
}

/** Returns the load of a pool. */
export function poolState(name: string, { options, totalCount, idleCount, waitingCount }: pg.Pool): PoolState {
  return { name, limit: options.max, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** Returns options without session limits, because a pooler refuses connections that set them. */
function sharedOptions(url: string, timeouts: Timeouts): pg.ClientConfig {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...options } = clientOptions(
    url,
    timeouts,
  );
  return options;
}

/** Returns the options of all connections that read or write. */
export function clientOptions(url: string, timeouts: Timeouts): pg.ClientConfig {
  return { connectionString: url, ...timeoutOptions(timeouts), keepAlive: true, application_name: 'docgraph' };
}

/** Timeouts of a connection. */
type Timeouts = Pick<PoolOptions, 'patience' | 'statementTimeout'>;

/** Limits of a connection: 2 s to open it, 5 s for a statement, 2 s for a lock, 10 s for an idle transaction. */
function timeoutOptions({ patience = 1, statementTimeout = 5_000 }: Timeouts) {
  return {
    connectionTimeoutMillis: 2_000 * patience,
    statement_timeout: statementTimeout * patience,
    lock_timeout: 2_000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
    // Client-side timeout. It is needed if the server does not respond at all, because then its statement timeout does
    // not apply.
    query_timeout: (statementTimeout + 1_000) * patience,
  };
}

/** Which reader runs keyed reads: that of `postgres-keyed.ts`, or Prisma's adapter, as for all other reads. */
export const keyedReads: 'pipelined' | 'adapter' = 'pipelined';

/**
 * Creates a reader that uses Prisma's driver adapter, which returns rows as arrays and times as text. If `keyed` is
 * given and not blocked, keyed reads run on it; it has separate connections.
 * @param onError receives each error that a read throws
 */
export async function createPostgresReader(
  pool: pg.Pool,
  keyed?: KeyedReader,
  onError: (error: unknown) => void = () => {},
): Promise<Runner> {
  const adapter = await new PrismaPg(pool).connect();
  const free = (): KeyedReader | undefined => (keyedReads === 'pipelined' && keyed?.isFree() ? keyed : undefined);
  const refuse = (thrown: unknown): never => {
    const error = mapStoreError(mapPostgresError(thrown));
    onError(error);
    throw error;
  };
  const run = (statement: Statement): Promise<ResultSet> =>
    (statement.isKeyed && free()?.run(statement)) || runOnAdapter(adapter, statement);
  return { provider: 'postgresql', run: (statement) => run(statement).catch(refuse) };
}

/**
 * Settings that the store's SQL relies on, regardless of the defaults of the server or the role. Lists are read in the
 * order of an index. With the default cost of a random page, which assumes a spinning disk, Postgres would instead sort
 * all rows of a long list.
 */
export const sessionDefaults =
  "set session characteristics as transaction isolation level read committed; set datestyle to 'ISO, YMD'; set bytea_output to 'hex'; set random_page_cost to 1.1";
