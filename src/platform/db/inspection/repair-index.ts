import { sql } from 'kysely';
import { readMigrations } from '../migrations/migrations-folder.js';
import type { Store } from '../write/store.js';
import { migratedIndexes } from './index-names.js';

/**
 * Builds an index of the migrations again: one that is missing, or that Postgres does not use. On Postgres, others can
 * write meanwhile; on SQLite, they wait.
 * @throws the error of the driver, such as for a unique index on rows with equal keys
 */
export async function rebuildIndex(
  store: Pick<Store, 'provider' | 'directUrl' | 'transaction'>,
  name: string,
): Promise<void> {
  const index = migratedIndexes(readMigrations(store.provider)).get(name);
  if (!index) throw new Error(`No migration creates the index ${name}.`);
  const { create, rest } = index;
  if (store.provider === 'sqlite') {
    await runOnSqlite(store, `DROP INDEX IF EXISTS "${name}"`, `${create} "${name}"${rest}`);
    return;
  }
  const { runOnPostgres } = await import('../postgres/run-outside-transaction.js');
  await runOnPostgres(store.directUrl, [
    `DROP INDEX CONCURRENTLY IF EXISTS "${name}"`,
    `${create} CONCURRENTLY "${name}"${rest}`,
  ]);
}

/** Builds a damaged index of a SQLite file again. Its name may be that of a primary key. */
export async function reindexSqlite(store: Pick<Store, 'transaction'>, name: string): Promise<void> {
  await runOnSqlite(store, `REINDEX "${name}"`);
}

async function runOnSqlite({ transaction }: Pick<Store, 'transaction'>, ...statements: string[]): Promise<void> {
  await transaction(async ({ read }) => {
    for (const statement of statements) await read.all(sql.raw(statement));
  });
}
