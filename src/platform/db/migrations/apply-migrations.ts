import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { startupRefusal } from '../connection/store-errors.js';
import type { MigrationTarget } from './migrate.js';
import {
  type MigrationConnection,
  type MigrationTransaction,
  openMigrationConnection,
} from './migration-connection.js';
import { withMigrationLock } from './migration-lock.js';
import type { MigrationStatus } from './migration-status.js';
import type { MigrationFile } from './migrations-folder.js';
import { programLog } from './newer-database.js';
import { findRowStep } from './row-steps.js';

/**
 * Applies the pending migrations of a database. Only one process at a time applies migrations. Each migration is one
 * transaction that also stores the record of the migration. If a migration has a step (`row-steps.ts`), the step
 * changes rows before the script runs.
 * @param readStatus reads the pending migrations; called under the lock, because another process may have migrated
 * meanwhile
 * @returns names of the applied migrations
 * @throws AppError with the reason STORE_REFUSED if a migration fails
 */
export async function applyPending(place: MigrationTarget, readStatus: ReadStatus): Promise<string[]> {
  return withMigrationLock(place, () => applyLocked(place, readStatus));
}

type ReadStatus = () => Promise<MigrationStatus>;

async function applyLocked(place: MigrationTarget, readStatus: ReadStatus): Promise<string[]> {
  const { applied, pending } = await readStatus();
  if (pending.length === 0) return [];
  const files = place.folder.migrations.filter(({ name }) => pending.includes(name));
  const connection = await openMigrationConnection(place);
  try {
    await connection.transaction(({ runScript }) => runScript(tableOfRecords[place.provider]));
    for (const file of files) await applyOne(connection, file, { ...place, isEmpty: applied.length === 0 });
  } finally {
    await connection.close();
  }
  return pending;
}

/** Database to migrate. An empty database has no rows, so row steps are skipped. */
interface Target extends MigrationTarget {
  isEmpty: boolean;
}

async function applyOne(connection: MigrationConnection, file: MigrationFile, target: Target): Promise<void> {
  try {
    const step = target.isEmpty ? undefined : findRowStep(file.name);
    const script = await connection.prepare(file.script);
    const sentences = await connection.transaction(async (transaction) => {
      const changed = (await step?.(transaction)) ?? [];
      await transaction.runScript(script);
      await record(transaction, file);
      return changed;
    });
    for (const sentence of sentences) target.onReport?.(sentence);
  } catch (error) {
    const sentence = (error as Error).message.trim().replace(/\s+/g, ' ');
    throw startupRefusal(`The migration ${file.name} failed and was undone: ${sentence}`);
  }
}

/** The table in which Prisma and earlier versions of docgraph record applied migrations. */
const tableOfRecords = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL,
    "checksum" TEXT NOT NULL,
    "finished_at" DATETIME,
    "migration_name" TEXT NOT NULL,
    "logs" TEXT,
    "rolled_back_at" DATETIME,
    "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0
  )`,
  postgresql: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`,
};

async function record(transaction: MigrationTransaction, { name, checksum }: MigrationFile): Promise<void> {
  await transaction.run(sql`
    insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count, logs)
    values (${randomUUID()}, ${checksum}, ${name}, current_timestamp, 1, ${programLog()})`);
}
