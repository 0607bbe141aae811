import pg from 'pg';
import { providerOf, sqlitePath } from '../connection/store-url.js';

/** Returns the URL of a database without user, password and options, to be displayed. */
export function databaseName(url: string): string {
  if (providerOf(url) === 'sqlite') return `file:${sqlitePath(url)}`;
  const { host, port, database, user } = new pg.Client({ connectionString: url });
  return `postgres://${host}:${port}/${database ?? user}`;
}
