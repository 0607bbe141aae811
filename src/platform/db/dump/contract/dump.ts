import type { Provider } from '../../query/runner.js';
import type { DumpPart } from './dump-part.js';
import type { DumpTable } from './dumped-tables.js';

/** A snapshot of all rows of a database: everything that it returns is the state at one time. */
export interface Dump {
  readonly provider: Provider;
  /** Tables with their columns. A table comes after the tables that it refers to. */
  readonly tables: readonly DumpTable[];
  /**
   * Counts the rows of a table.
   * @param until key of the last row to count; by default, all rows are counted
   */
  count(table: DumpTable, until?: RowKey): Promise<number>;
  /** Reads the last numbers that the database has assigned, also to rows that no longer exist. */
  counters(): Promise<Counters>;
  /**
   * Reads the rows of a table in the order of its key, in parts. The next part is read when the caller asks for it.
   * Only one table can be read at a time.
   * @param after key of the row before the first one; by default, all rows are read
   * @throws AppError if a value is not valid, which names table, column and key
   */
  parts(table: DumpTable, after?: RowKey): AsyncGenerator<DumpPart, void>;
  /** Ends the snapshot. On SQLite, removes the copy of the database if there is one. */
  close(): Promise<void>;
}

/** Values of the key columns of a row, in the order of `DumpTable.key`. */
export type RowKey = readonly (string | number)[];

/** The last number that the database has assigned in the key of a table, by table. */
export type Counters = Readonly<Record<string, number>>;

/** Where a dump is read from. */
export interface DumpOptions {
  /** URL of the migrated database, without a pooler. */
  url: string;
  /**
   * SQLite only: folder for a temporary copy of the database (`VACUUM INTO`), which is removed by `close`. Without it,
   * the rows are read from the file itself, whose write-ahead log grows until `close`.
   */
  copyTo?: string | undefined;
  /** Size in bytes after which a part ends; default: 8 MiB. A part is at most one row longer. */
  partBytes?: number;
}
