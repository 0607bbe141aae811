import { localNotices } from '../connection/notices.js';
import { driverCode, isBusy, startupRefusal } from '../connection/store-errors.js';
import { sqlitePath } from '../connection/store-url.js';
import type { StoreOptions } from '../write/store.js';
import { type Connections, type Writer, writerOptions } from '../write/writer.js';
import { createSqliteFile } from './sqlite-file.js';
import { openSqliteReader, type SqliteReader } from './sqlite-reader.js';
import { openSqliteWriter } from './sqlite-writer.js';

/** Opens a SQLite file, and creates it if it is missing. One connection writes and one reads. */
export async function openSqlite(options: StoreOptions): Promise<Connections> {
  const path = sqlitePath(options.url);
  createSqliteFile(path);
  try {
    const notices = localNotices();
    let opened: SqliteReader | undefined;
    const writer = await openSqliteWriter(path, { ...writerOptions(options, notices), reader: () => opened });
    const reader = openSqliteReader(path);
    opened = reader;
    return {
      runner: reader,
      probe: reader,
      writer,
      notices,
      pools: () => [],
      close: () => closeSqlite(reader, writer),
    };
  } catch (error) {
    if (isBusy(error))
      throw startupRefusal(`The database file ${path} is held by another process: end it or wait for it`);
    if (!driverCode(error)?.startsWith('SQLITE_')) throw error;
    throw startupRefusal(`The database file ${path} cannot be opened: ${(error as Error).message}`);
  }
}

/**
 * The writer is closed last, because only a writer can move pages from the log to the file, and an open reader would
 * prevent this.
 */
async function closeSqlite(reader: SqliteReader, writer: Writer): Promise<void> {
  reader.close();
  await writer.close();
}
