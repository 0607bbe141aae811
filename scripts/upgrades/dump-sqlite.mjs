import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Returns the bytes of a SQLite database without its free pages. No server may run on it. */
export function dumpSqlite(path, copy) {
  const database = new Database(path);
  database.prepare('vacuum into ?').run(copy);
  database.close();
  return readFileSync(copy);
}
