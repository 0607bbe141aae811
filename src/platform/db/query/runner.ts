import type { ColumnKind } from './columns.js';

/** The databases that a store can be on; Prisma's own names. */
export type Provider = 'sqlite' | 'postgresql';

/** A statement ready to be sent. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** It reads by keys, in an index, or writes some rows, and its text is the same at each call: it is answered soon, and worth a name. */
  isKeyed?: true;
  /** What is thrown if what it requires is not found. */
  refusal?: Error;
}

/** What came back: rows as arrays, in the database's own form. */
export interface ResultSet {
  names: readonly string[];
  /** Kind of each column as declared; null where the database's own form is the value (text, int) or none is declared. */
  kinds: readonly (ColumnKind | null)[];
  rows: readonly (readonly unknown[])[];
}

/** One way to the database: the reader, or the connection of an open transaction. */
export interface Runner {
  readonly provider: Provider;
  /**
   * Runs one statement; one round trip on Postgres. Reads of SQLite are synchronous up to their promise, unless another
   * process is in the way; within a transaction they run in the thread that writes.
   * @throws AppError where the database is away, full or too slow; the driver's error otherwise.
   */
  run(statement: Statement): Promise<ResultSet>;
}
