import type { Notices } from '../connection/notices.js';
import type { OnBatch } from '../query/batch.js';
import type { Queries } from '../query/queries.js';
import type { Provider } from '../query/runner.js';
import type { Sql } from '../query/sql.js';
import type { Work } from './transaction.js';

/** An open database: reads over connections that never see what is not committed, writes in transactions only. */
export interface Store {
  readonly provider: Provider;
  /** What it was opened with: it may hold a password, and is shown to nobody. */
  readonly url: string;
  /** The same database for connections that must be sessions: `url`, unless a pooler stands there. As secret. */
  readonly directUrl: string;
  /** Builds queries for `read`; see `Sql`. */
  readonly sql: Sql;
  /** Reads what is committed. */
  readonly read: Queries;
  /** The same reads with a counter of their own; one for each request. */
  reading(onBatch: OnBatch): Queries;
  /**
   * Runs some work in one transaction: all of it is kept, or nothing. The work may run more than once (see `Work`).
   * @param tenant whose turn it takes in the queue of writes: an organization, or an address; default: the server's own
   * @throws AppError UNAVAILABLE with `retryAfter` when too many writes of the tenant wait, or the database is away;
   * TIMEOUT or STORAGE_FULL when the database is at fault; otherwise what the work threw.
   */
  transaction<Result>(work: Work<Result>, tenant?: string): Promise<Result>;
  /** Tells of what was written, and hears of it, across the instances on the database. */
  readonly notices: Notices;
  /** Resolves where the database answers. @throws AppError where it does not. */
  ping(): Promise<void>;
  /** The reason why this version cannot serve the database, such as pending migrations; null if it can. @throws as `ping` */
  problem(): Promise<string | null>;
  /**
   * Gives what was deleted back to the disk, in short steps between which others write. Postgres does so by itself, and a
   * SQLite file that an older version made keeps the room for what comes.
   */
  freeSpace(): Promise<void>;
  /** Waits for the transactions under way, then closes all connections. */
  close(): Promise<void>;
}

/** What a store is opened with. */
export interface StoreOptions {
  /** `file:` and a path (relative to the working directory), or `postgres://…`. */
  url: string;
  /**
   * Where a pooler stands at `url` that gives a connection for a transaction only: the database without it, for `LISTEN`,
   * named statements and locks that outlast a transaction. Default: `url`.
   */
  directUrl?: string;
  /** Hears of connections that break while nobody uses them. */
  logger?: { warn(detail: object, message: string): void };
  /** Transactions of one organization that may wait for their turn; default 200. */
  queueLimit?: number;
  /** Milliseconds after which a transaction is rolled back; default 30,000. */
  transactionTimeout?: number;
  /** Whether a transaction that is opened inside another is refused (`Nesting`); default true. A server that serves does not look. */
  refusesNesting?: boolean;
  /** How many times as long as usual it waits for a lock, and for a connection and a statement of Postgres; default 1. */
  patience?: number;
  /**
   * Called where the disk did not confirm a write (fsync failed): nothing that this process still believes of the file
   * is certain, so it must end; the default ends it with exit code 1.
   */
  onFatal?: (error: unknown) => void;
}
