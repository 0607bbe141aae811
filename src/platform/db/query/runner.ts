import type { ColumnKind } from './columns.js';

/** The databases that a store can use, with their names in Prisma. */
export type Provider = 'sqlite' | 'postgresql';

/** A statement and its parameters. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /**
   * Marks a statement whose text is the same for each call, and that reads by key in an index or writes a few rows. It
   * returns soon, and Postgres prepares it with a name.
   */
  isKeyed?: true;
  /** The error to throw if an assertion of the statement fails. */
  refusal?: Error;
}

/** Result of a statement: rows as arrays, in the format of the database. */
export interface ResultSet {
  names: readonly string[];
  /** Declared kind of each column. Null if values need no decoding (text, int) or no kind is declared. */
  kinds: readonly (ColumnKind | null)[];
  rows: readonly (readonly unknown[])[];
}

/** Runs statements on a database: on the connection for reads, or on that of an open transaction. */
export interface Runner {
  readonly provider: Provider;
  /**
   * Runs one statement; on Postgres in one round trip. On SQLite, reads run synchronously within the call, unless
   * another process holds a lock. Within a transaction, they may run in the thread of the writing connection.
   * @throws AppError if the database is unreachable, full or too slow; otherwise the error of the driver
   */
  run(statement: Statement): Promise<ResultSet>;
}

/** A connection on which all reads see one state of the database. */
export interface Snapshot {
  runner: Runner;
  close(): Promise<void>;
}
