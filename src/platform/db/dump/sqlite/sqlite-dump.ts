import Database from 'better-sqlite3';
import { AppError } from '../../../base/errors.js';
import { mapStoreError, startupRefusal } from '../../connection/store-errors.js';
import { sqlitePath } from '../../connection/store-url.js';
import type { Counters, Dump, DumpOptions, RowKey } from '../contract/dump.js';
import type { DumpPart } from '../contract/dump-part.js';
import { type DumpTable, dumpedTables } from '../contract/dumped-tables.js';
import { defaultPartBytes } from '../format/copy-format.js';
import { describeKey } from '../format/decode-row.js';
import { createPartWriter, InvalidValue, type PartWriter } from '../format/encode-row.js';
import { copyDatabase } from './copy-database.js';

/** Opens a dump of a SQLite file; see `open-dump.ts`. */
export async function openSqliteDump({ url, copyTo, partBytes }: DumpOptions): Promise<Dump> {
  const path = sqlitePath(url);
  const copy = copyTo === undefined ? undefined : await copyDatabase(path, copyTo);
  try {
    const database = openSnapshot(copy?.path ?? path);
    return {
      provider: 'sqlite',
      tables: dumpedTables(),
      count: async (table, until) => countRows(database, table, until),
      counters: async () => readCounters(database),
      parts: (table, after) => readParts(createRangeReader(database, table, partBytes), createPartWriter(table), after),
      async close() {
        database.close();
        copy?.remove();
      },
    };
  } catch (error) {
    copy?.remove();
    throw error;
  }
}

/** Opens a read-only connection with a transaction, so that all reads see the same state. */
function openSnapshot(path: string): Database.Database {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
    database.exec('PRAGMA trusted_schema = OFF; BEGIN');
    // The snapshot begins with the first read.
    database.prepare('select count(*) from sqlite_master').get();
    return database;
  } catch (error) {
    const known = mapStoreError(error);
    throw known instanceof AppError
      ? known
      : startupRefusal(`The database file ${path} cannot be read: ${(error as Error).message}`);
  }
}

function readCounters(database: Database.Database): Counters {
  const names = new Set(dumpedTables().map(({ name }) => name));
  const rows = database.prepare('select name, seq from sqlite_sequence').all() as { name: string; seq: number }[];
  return Object.fromEntries(rows.filter(({ name }) => names.has(name)).map(({ name, seq }) => [name, seq]));
}

function countRows(database: Database.Database, { name, key }: DumpTable, until?: RowKey): number {
  const where = until ? `where (${quoted(key)}) <= (${key.map(() => '?').join(', ')})` : '';
  const count = database.prepare(`select count(*) from "${name}" ${where}`).pluck();
  return count.get(...(until ?? [])) as number;
}

async function* readParts(read: RangeReader, writer: PartWriter, after?: RowKey): AsyncGenerator<DumpPart, void> {
  for (let last = read(writer, after); last; last = read(writer, last)) yield writer.take();
}

/** Reads rows after a key until the part is full. Returns the key of the last row; undefined if there is none. */
type RangeReader = (writer: PartWriter, after?: RowKey) => RowKey | undefined;

/** No statement stays open between two parts, because an open one would block others on the connection. */
function createRangeReader(database: Database.Database, table: DumpTable, partBytes = defaultPartBytes): RangeReader {
  const { name, columns, key } = table;
  const select = `select ${quoted(columns.map((column) => column.name))} from "${name}"`;
  const order = `order by ${quoted(key)}`;
  const marks = key.map(() => '?').join(', ');
  const first = database.prepare(`${select} ${order}`).raw();
  const rest = database.prepare(`${select} where (${quoted(key)}) > (${marks}) ${order}`).raw();
  const keyIndexes = key.map((one) => columns.findIndex((column) => column.name === one));
  return (writer, after) => {
    let last: unknown[] | undefined;
    const rows = (after ? rest.iterate(...after) : first.iterate()) as IterableIterator<unknown[]>;
    for (const values of rows) {
      appendRow(writer, table, values);
      last = values;
      if (writer.length >= partBytes) break;
    }
    return last && keyIndexes.map((index) => last[index] as string | number);
  };
}

/** Returns names as a list of SQL identifiers. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function appendRow(writer: PartWriter, table: DumpTable, values: unknown[]): void {
  try {
    writer.append(values);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const place = `the column ${error.column} of the row ${describeKey(table, values)} in ${table.name}`;
    throw new AppError('CONFLICT', `Cannot read ${place}: it ${error.message}. Correct the row`);
  }
}
