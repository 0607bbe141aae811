import type { Notices } from '../connection/notices.js';
import type { OnBatch } from '../query/batch.js';
import type { Queries } from '../query/queries.js';
import type { Provider } from '../query/runner.js';
import type { Sql } from '../query/sql.js';
import type { Work } from './transaction.js';

/** An open database. Reads use connections that see only committed data; writes need a transaction. */
export interface Store {
  readonly provider: Provider;
  /** The URL with which the store was opened. It may contain a password, so it must never be shown. */
  readonly url: string;
  /**
   * The same database for connections that must be sessions: `url`, unless that is a pooler. It must never be shown
   * either.
   */
  readonly directUrl: string;
  /** Builds queries for `read`; see `Sql`. */
  readonly sql: Sql;
  /** Reads committed data. */
  readonly read: Queries;
  /** Returns the same reads with a batch counter of their own; each request has one. */
  reading(onBatch: OnBatch): Queries;
  /**
   * Runs some work in one transaction, which commits or rolls back as a whole. The work may run more than once (see
   * `Work`).
   * @param tenant the tenant that waits in the queue of writes: an organization, or an address; default: the server
   * itself
   * @throws AppError UNAVAILABLE with `retryAfter` if too many writes of the tenant wait, or the database is
   * unreachable. TIMEOUT or STORAGE_FULL if the database is at fault. Otherwise the error of the work.
   */
  transaction<Result>(work: Work<Result>, tenant?: string): Promise<Result>;
  /** Sends and receives notices of changes, across all instances on the database. */
  readonly notices: Notices;
  /**
   * Resolves if the database responds.
   * @throws AppError if it does not
   */
  ping(): Promise<void>;
  /**
   * Returns the reason why this version cannot serve the database, such as pending migrations; null if it can.
   * @throws like `ping`
   */
  problem(): Promise<string | null>;
  /**
   * Returns the space of deleted data to the disk, in short steps between which others can write. Postgres does this by
   * itself. A SQLite file that an older version created reuses the space instead.
   */
  freeSpace(): Promise<void>;
  /** Waits for the transactions in flight, then closes all connections. */
  close(): Promise<void>;
}

/** Options of a store. */
export interface StoreOptions {
  /** `file:` and a path (relative to the working directory), or `postgres://…`. */
  url: string;
  /**
   * The database without a pooler, if `url` is a pooler that lends connections for one transaction. Used for `LISTEN`,
   * named statements and locks that outlast a transaction. Default: `url`.
   */
  directUrl?: string;
  /** Receives the errors of idle connections that break. */
  logger?: { warn(detail: object, message: string): void };
  /** Maximum number of waiting transactions of one organization; default 200. */
  queueLimit?: number;
  /** Milliseconds after which a transaction is rolled back; default 30,000. */
  transactionTimeout?: number;
  /**
   * Whether to refuse a transaction inside another one (`NestingGuard`); default true. A production server does not check.
   */
  refusesNesting?: boolean;
  /** Factor of the timeouts for locks, and for connections and statements of Postgres; default 1. */
  patience?: number;
  /**
   * Called if the disk did not confirm a write (fsync failed). The process can no longer rely on its state of the file,
   * so it must end; by default, it exits with code 1.
   */
  onFatal?: (error: unknown) => void;
}
