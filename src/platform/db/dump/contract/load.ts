import type { Counters, RowKey } from './dump.js';
import type { DumpPart } from './dump-part.js';
import type { DumpTable } from './dumped-tables.js';

/** Writes rows to a database that servers do not use. */
export interface Load {
  /** Reads how many rows a table has, and its last row. */
  position(table: DumpTable): Promise<TablePosition>;
  /**
   * Inserts the rows of a table. Tables must be loaded in the order of `Dump.tables`, one at a time.
   * @param parts parts in the order of the key; the next part is requested when the previous one is written
   * @returns number of rows
   * @throws AppError BAD_USER_INPUT if a part is damaged or the database cannot store a value, which names table, column
   * and key; CONFLICT if a key exists
   */
  write(table: DumpTable, parts: AsyncIterable<DumpPart>): Promise<number>;
  /**
   * Sets the counters, checks that no row refers to a missing row, commits and closes. When this returns, all rows are
   * on the disk.
   * @throws AppError CONFLICT if a row refers to a missing row
   */
  finish(counters: Counters): Promise<void>;
  /** Closes without `finish`. Rows of committed parts stay; see `LoadOptions.commits`. */
  abort(): Promise<void>;
}

/** Rows of a table that is being loaded. */
export interface TablePosition {
  rows: number;
  /** Key of the last row; undefined if there is none. */
  last: RowKey | undefined;
}

/** Where rows are loaded, and when they are committed. */
export interface LoadOptions {
  /** URL of the migrated database, without a pooler. Its tables have at least the columns of the dump. */
  url: string;
  /**
   * `atEnd`: `finish` commits all rows. If the load ends without it, a Postgres database is unchanged, and a SQLite file
   * is unusable: load into a new file. `perPart`: each part is committed when it is written, and a load that was
   * interrupted can continue after the last row. A table whose rows refer to each other is committed as a whole.
   */
  commits: 'atEnd' | 'perPart';
}
