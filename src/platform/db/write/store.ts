import type { BlobStorage } from '../../object-storage/blob-storage.js';
import type { LimiterState } from '../../workers/fair-limiter.js';
import type { Notices } from '../connection/notices.js';
import type { OutageListener } from '../connection/outages.js';
import type { OnBatch } from '../query/batch.js';
import type { Queries } from '../query/queries.js';
import type { Provider } from '../query/runner.js';
import type { Sql } from '../query/sql.js';
import type { Work } from './transaction.js';

/** An open database. Reads use connections that see only committed data. Writes need a transaction. */
export interface Store {
  readonly provider: Provider;
  /** The opened store that this store wraps to observe its calls for a trace; absent for an opened store. */
  readonly origin?: Store;
  /** The URL that the store was opened with. It may contain a password, so it must not be displayed. */
  readonly url: string;
  /**
   * URL of the same database for connections that need a session. It equals `url`, unless `url` is that of a pooler. It
   * must not be displayed either.
   */
  readonly directUrl: string;
  /** Object storage of large blobs; null if all blobs are in the database. It is closed with the store. */
  readonly blobs: BlobStorage | null;
  /** Builds queries for `read`; see `Sql`. */
  readonly sql: Sql;
  /** Reads committed data. */
  readonly read: Queries;
  /** Returns the same reads with a separate batch counter. Each request has its own. */
  reading(onBatch: OnBatch): Queries;
  /**
   * Runs some work in one transaction, which commits or rolls back as a whole. The work may run more than once (see
   * `Work`), for example if it throws `RunOutside`.
   * @param tenant the tenant in whose queue the transaction waits: an organization, or an address; default: the server
   * itself
   * @throws AppError UNAVAILABLE with `retryAfter` if too many writes of the tenant are waiting, or the database is
   * unreachable. TIMEOUT or STORAGE_FULL for other problems of the database. Otherwise the error of the work.
   */
  transaction<Result>(work: Work<Result>, tenant?: string): Promise<Result>;
  /**
   * Reports outages of the database to a listener. During an outage the store asks once a second whether the database
   * responds. A SQLite file has no outages.
   */
  watchOutages(listener: OutageListener): void;
  /** Sends and receives notices of changes, for all instances on the database. */
  readonly notices: Notices;
  /**
   * Resolves if the database responds.
   * @throws AppError if it does not
   */
  ping(): Promise<void>;
  /**
   * Returns the reason why this version cannot serve the database, such as pending migrations; null if it can.
   * @throws as `ping`
   */
  problem(): Promise<string | null>;
  /**
   * Returns the space of deleted data to the disk, in short steps. Others can write between two steps. Postgres does
   * this by itself. For a SQLite file that an older version created, does nothing; such a file reuses the space
   * instead.
   */
  freeSpace(): Promise<void>;
  /** Returns the load of the connections and of the queue of writes. */
  state(): StoreState;
  /** Waits for the transactions in flight, then closes all connections. */
  close(): Promise<void>;
}

/** Load of a store. */
interface StoreState {
  /** Transactions that run and wait. */
  writes: LimiterState;
  /** Pools of connections to Postgres; none on SQLite. */
  pools: PoolState[];
}

/** Load of a pool of connections. */
export interface PoolState {
  name: string;
  /** Maximum number of connections. */
  limit: number;
  /** Number of connections that run a statement or a transaction. */
  used: number;
  /** Number of open connections that are not used. */
  idle: number;
  /** Number of callers that wait for a connection. */
  waiting: number;
}

/**
 * Returns the opened store that an observing store wraps; returns an opened store itself. Use it as the key for state
 * of a store.
 */
export function originOf(store: Store): Store {
  return store.origin ?? store;
}

/** Options of a store. */
export interface StoreOptions {
  /** `file:` with a path (relative to the working directory), or `postgres://…`. */
  url: string;
  /**
   * URL of the database without a pooler, if `url` is that of a pooler that lends connections for one transaction. It
   * is used for `LISTEN`, named statements and locks that outlast a transaction. Default: `url`.
   */
  directUrl?: string;
  /** Object storage of large blobs; default: all blobs are in the database. */
  blobs?: BlobStorage | null;
  /** Receives errors of idle connections that break. */
  logger?: { warn(detail: object, message: string): void };
  /** Maximum number of transactions of one organization that wait; default: 200. */
  queueLimit?: number;
  /** Maximum number of connections to Postgres for transactions and reads; default: 10. */
  connections?: number;
  /** Milliseconds after which Postgres ends a statement; default: 5,000. A pooler sets its own limit. */
  statementTimeout?: number;
  /** Milliseconds after which a transaction is rolled back; default: 30,000. */
  transactionTimeout?: number;
  /**
   * Whether to refuse a transaction inside of another one (`NestingGuard`); default: true. A production server does not
   * check this.
   */
  refusesNesting?: boolean;
  /** Factor for the timeouts of locks, and of connections and statements of Postgres; default: 1. */
  patience?: number;
  /**
   * Called if the disk did not confirm a write (fsync failed). The process can no longer rely on what it knows about
   * the file, so it must end. By default, it exits with code 1.
   */
  onFatal?: (error: unknown) => void;
}
