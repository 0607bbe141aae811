import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { AppError } from '../../base/errors.js';
import { driverCode, mapStoreError, startupRefusal } from '../connection/store-errors.js';
import { providerOf, sqlitePath } from '../connection/store-url.js';
import { type Inspection, openInspection } from '../inspection/inspection.js';
import { findFileUsers } from '../inspection/open-file.js';
import type { Queries } from '../query/queries.js';
import { databaseName } from './database-name.js';

/**
 * Reads a database without changing it.
 * @throws AppError if it does not exist or cannot be reached; otherwise the error of the work
 */
export async function inspect<Result>(url: string, work: (inspection: Inspection) => Promise<Result>): Promise<Result> {
  if (!databaseExists(url))
    throw startupRefusal(`Cannot open ${databaseName(url)}: there is no such file. Check the URL`);
  try {
    const inspection = await openInspection(url);
    return await work(inspection).finally(inspection.close);
  } catch (error) {
    const known = mapStoreError(error);
    if (known instanceof AppError || driverCode(known) === undefined) throw known;
    throw startupRefusal(`Cannot open ${databaseName(url)}: ${(error as Error).message}. Check the URL`);
  }
}

/** Reports whether the file of a SQLite database exists; true for a Postgres database. */
export function databaseExists(url: string): boolean {
  return providerOf(url) !== 'sqlite' || existsSync(sqlitePath(url));
}

/**
 * Checks that no server uses a database. Servers on other machines are found on Postgres only, and those of other users
 * only with the rights to see them.
 * @throws AppError CONFLICT, which says how to stop the servers
 */
export async function requireUnused(url: string): Promise<void> {
  if (!databaseExists(url)) return;
  const users =
    providerOf(url) === 'sqlite' ? processesOnFile(sqlitePath(url)) : await inspect(url, ({ read }) => sessions(read));
  if (users.length === 0) return;
  const next = 'Stop the servers on it, for example with `systemctl stop docgraph`';
  throw new AppError('CONFLICT', `Cannot move: ${databaseName(url)} is in use (${users.join(', ')}). ${next}`);
}

function processesOnFile(path: string): string[] {
  return (findFileUsers(path) ?? []).map(({ pid }) => `process ${pid}`);
}

async function sessions(read: Queries): Promise<string[]> {
  const rows = await read.all(serverSessions);
  return rows.map(({ name, count }) => `${count} sessions of ${name}`);
}

/** Sessions of servers and of commands that may write. */
const serverSessions = sql<{ name: string; count: number }>`
  select application_name as name, count(*)::int as count from pg_stat_activity
  where datname = current_database() and (application_name = 'docgraph' or application_name like 'docgraph notices %')
  group by 1 order by 1`;
