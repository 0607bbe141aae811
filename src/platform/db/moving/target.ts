import { sql } from 'kysely';
import { AppError } from '../../base/errors.js';
import { driverTarget, providerOf } from '../connection/store-url.js';
import { openDump } from '../dump/open-dump.js';
import { migrate } from '../migrations/migrate.js';
import { type MigrationTransaction, openMigrationConnection } from '../migrations/migration-connection.js';
import { compareMigrations } from '../migrations/migration-status.js';
import { markerTable } from '../migrations/unfinished-move.js';
import { databaseName } from './database-name.js';
import { databaseExists, inspect } from './inspect.js';

/** Migrates the target of a move, unless a move to it is not finished. @throws as `migrate` */
export async function migrateTarget(url: string): Promise<void> {
  const isBegun = databaseExists(url) && (await readMove(url)) !== null;
  if (!isBegun) await migrate({ url });
}

/**
 * Marks the target of a move, so that servers and other commands refuse it. The caller must hold the migration lock.
 * @param source name of the source
 * @returns whether an earlier move from the same source continues
 * @throws AppError CONFLICT if the target has rows, or has an unfinished move from another source
 */
export async function beginMove(url: string, source: string): Promise<boolean> {
  const begun = await readMove(url);
  if (begun === source) return true;
  if (begun !== null) throw refusal(url, `it has an unfinished move from ${begun}`);
  const found = await findRows(url);
  if (found.length > 0) throw refusal(url, `it has rows (${found.join(', ')})`);
  await change(url, async ({ run }) => {
    await run(sql`create table ${sql.table(markerTable)} (source text not null)`);
    await run(sql`insert into ${sql.table(markerTable)} (source) values (${source})`);
  });
  return false;
}

/** Removes the mark of the target, so that servers can use it. */
export function endMove(url: string): Promise<void> {
  return change(url, async ({ run }) => void (await run(sql`drop table ${sql.table(markerTable)}`)));
}

/** Returns the source of an unfinished move to a database; null if there is none. */
async function readMove(url: string): Promise<string | null> {
  return inspect(url, async ({ runner }) => {
    const { moveFrom, applied, pending } = await compareMigrations(runner);
    if (moveFrom !== null && (applied.length === 0 || pending.length > 0))
      throw refusal(url, 'the unfinished move to it is by an older version');
    return moveFrom;
  });
}

/** Returns the tables that have rows, each with the number. */
async function findRows(url: string): Promise<string[]> {
  const dump = await openDump({ url });
  try {
    const found: string[] = [];
    for (const table of dump.tables) {
      const count = await dump.count(table);
      if (count > 0) found.push(`${table.name}: ${count}`);
    }
    return found;
  } finally {
    await dump.close();
  }
}

async function change(url: string, work: (transaction: MigrationTransaction) => Promise<void>): Promise<void> {
  const connection = await openMigrationConnection({ provider: providerOf(url), target: driverTarget(url) });
  await connection.transaction(work).finally(connection.close);
}

/** Creates an error that says how to get an empty target. */
export function refusal(url: string, reason: string): AppError {
  const next =
    providerOf(url) === 'sqlite'
      ? 'Use the path of a file that does not exist, or delete this one'
      : 'Use an empty database: drop this one and create it again';
  return new AppError('CONFLICT', `Cannot move to ${databaseName(url)}: ${reason}. ${next}`);
}
