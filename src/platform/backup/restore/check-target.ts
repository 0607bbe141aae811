import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { driverTarget, providerOf } from '../../db/connection/store-url.js';
import { findMissingColumns } from '../../db/inspection/missing-objects.js';
import { findFileUsers } from '../../db/inspection/open-file.js';
import { migrationStatus } from '../../db/migrations/migrate.js';
import type { MigrationsFolder } from '../../db/migrations/migrations-folder.js';
import { tableNames } from '../../db/query/columns.js';
import type { Queries } from '../../db/query/queries.js';
import { readSnapshot } from '../../db/snapshot.js';
import { cannotRestore } from '../backup-error.js';

const useAnother = 'Set DATABASE_URL to a new database, or move this one away.';

/**
 * Checks that a database has no rows, and that no process uses it. It must not have newer migrations than the backup. A
 * database that does not exist is empty.
 * @throws AppError that names the rows or the process
 */
export async function checkTarget(url: string, { migrations }: MigrationsFolder): Promise<void> {
  const provider = providerOf(url);
  if (provider === 'sqlite' && !existsSync(driverTarget(url))) return;
  const { applied } = await migrationStatus({ url });
  const found = await readSnapshot({ provider, directUrl: url }, countRows);
  if (found.length > 0) throw cannotRestore(`the database is not empty: it has ${found.join(', ')}`, useAnother);
  if (provider === 'sqlite') return checkUnused(driverTarget(url));
  const names = new Set(migrations.map(({ name }) => name));
  const newer = applied.find((name) => !names.has(name));
  if (newer !== undefined)
    throw cannotRestore(
      `the database has the migration ${newer}, which is newer than the backup`,
      'Create a database without tables; a restore applies this migration after the rows are there.',
    );
}

/** Returns the number of rows of each table that has some. The best-known tables come first. */
async function countRows(read: Queries): Promise<string[]> {
  const missing = new Set(await findMissingColumns(read));
  const known = ['Organization', 'User', 'Space'];
  const names = [...known, ...tableNames.filter((name) => !known.includes(name))].filter((name) => !missing.has(name));
  const found: string[] = [];
  for (const name of names) {
    const row = await read.first(sql<{ rows: number }>`select count(*) as "rows" from ${sql.table(name)}`);
    const count = Number(row!.rows);
    if (count > 0) found.push(`${count} rows in ${name}`);
    if (found.length === 3) break;
  }
  return found;
}

function checkUnused(path: string): void {
  const [user] = findFileUsers(path) ?? [];
  if (user) throw cannotRestore(`the process ${user.pid} has ${path} open`, 'Stop it, and run the command again.');
}
