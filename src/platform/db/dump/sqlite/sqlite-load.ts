import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../../../base/errors.js';
import { isUniqueViolation, mapStoreError, startupRefusal } from '../../connection/store-errors.js';
import { sqlitePath } from '../../connection/store-url.js';
import type { Counters, RowKey } from '../contract/dump.js';
import type { DumpPart } from '../contract/dump-part.js';
import type { DumpTable } from '../contract/dumped-tables.js';
import type { Load, LoadOptions, TablePosition } from '../contract/load.js';
import { forEachRow, rowsOf } from '../format/copy-format.js';
import { createRowDecoder, describeKey } from '../format/decode-row.js';
import { quoted } from './sqlite-dump.js';

/** Opens a SQLite file for loading; see `open-load.ts`. */
export async function openSqliteLoad({ url, commits }: LoadOptions): Promise<Load> {
  const path = sqlitePath(url);
  const database = openWriter(path, [...pragmas[commits], ...commonPragmas]);
  return {
    position: async (table) => readPosition(database, table),
    write: (table, parts) => writeParts(database, table, { parts, commits }).catch(refuse),
    async finish(counters) {
      try {
        setCounters(database, counters);
        requireReferences(database);
        database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)');
      } finally {
        database.close();
      }
      syncFile(path);
    },
    abort: async () => void database.close(),
  };
}

function openWriter(path: string, settings: readonly string[]): Database.Database {
  try {
    const database = new Database(path, { fileMustExist: true, timeout: 5_000 });
    for (const setting of settings) database.exec(`PRAGMA ${setting}`);
    return database;
  } catch (error) {
    throw startupRefusal(`The database file ${path} cannot be written: ${(error as Error).message}`);
  }
}

function readPosition(database: Database.Database, { name, key }: DumpTable): TablePosition {
  const order = key.map((column) => `"${column}" desc`).join(', ');
  return {
    rows: database.prepare(`select count(*) from "${name}"`).pluck().get() as number,
    last: database
      .prepare(`select ${quoted(key)} from "${name}" order by ${order} limit 1`)
      .raw()
      .get() as RowKey,
  };
}

/** Without a journal, each page is written once. A killed load leaves a file that must be removed. */
const pragmas = {
  atEnd: ['journal_mode = OFF', 'synchronous = OFF'],
  perPart: ['journal_mode = WAL', 'synchronous = NORMAL'],
};

/** References are checked once at the end. */
const commonPragmas = ['locking_mode = EXCLUSIVE', 'foreign_keys = OFF', 'trusted_schema = OFF', 'cache_size = -16384'];

/** Parts of a table, and when they are committed. */
interface PartsToWrite extends Pick<LoadOptions, 'commits'> {
  parts: AsyncIterable<DumpPart>;
}

async function writeParts(database: Database.Database, table: DumpTable, { parts, commits }: PartsToWrite) {
  const write = createPartInserter(database, table);
  const isOneTransaction = commits === 'atEnd' || table.refersToItself;
  let rows = 0;
  if (isOneTransaction) database.exec('begin');
  for await (const part of parts) {
    if (!isOneTransaction) database.exec('begin');
    write(part);
    if (!isOneTransaction) database.exec('commit');
    rows += part.rows;
  }
  if (isOneTransaction) database.exec('commit');
  return rows;
}

function createPartInserter(database: Database.Database, table: DumpTable): (part: DumpPart) => void {
  const names = quoted(table.columns.map(({ name }) => name));
  const marks = table.columns.map(() => '?').join(', ');
  const insert = database.prepare(`insert into "${table.name}" (${names}) values (${marks})`);
  const decode = createRowDecoder(table);
  return (part) => {
    const rows = rowsOf(part);
    forEachRow(rows, table.columns.length, (row) => {
      const values = decode(rows, row);
      try {
        insert.run(values);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const key = describeKey(table, values);
        throw new AppError('CONFLICT', `Cannot load the row ${key} of ${table.name}: ${(error as Error).message}`);
      }
    });
  };
}

function setCounters(database: Database.Database, counters: Counters): void {
  const update = database.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?');
  const insert = database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
  for (const [name, last] of Object.entries(counters)) if (update.run(last, name).changes === 0) insert.run(name, last);
}

function requireReferences(database: Database.Database): void {
  const broken = database.pragma('foreign_key_check') as { table: string; parent: string }[];
  const [first] = broken;
  if (!first) return;
  const reason = `${broken.length} rows refer to missing rows, the first in ${first.table} to ${first.parent}`;
  throw new AppError('CONFLICT', `Cannot finish loading: ${reason}. Repair the source`);
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function refuse(error: unknown): never {
  throw mapStoreError(error);
}
