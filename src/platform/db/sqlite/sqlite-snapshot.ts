import { sqlitePath } from '../connection/store-url.js';
import type { Snapshot } from '../query/runner.js';
import { openSqliteReader } from './sqlite-reader.js';

/** Opens a snapshot of a SQLite file: a connection with one read transaction. */
export async function openSqliteSnapshot(url: string): Promise<Snapshot> {
  const reader = openSqliteReader(sqlitePath(url));
  await reader.run({ sql: 'begin', parameters: [] });
  return { runner: reader, close: async () => reader.close() };
}
