import type { Place } from './migrate.js';
import { withMigrationLock } from './migration-lock.js';
import type { MigrationStatus } from './migration-status.js';
import { hasRowStep, runRowStep } from './row-steps.js';
import { migrationList, noFilter, withSchemaEngine } from './schema-engine.js';
import { refusal } from './store-errors.js';

/**
 * Applies the migrations that a database lacks, one process at a time. Returns their names. Before the script of a migration
 * that has a step (`row-steps.ts`), the step changes rows.
 * @param readStatus reads what is pending; called under the lock, since another process may have migrated meanwhile
 * @throws AppError with the reason STORE_REFUSED if a migration fails.
 */
export async function applyPending(place: Place, readStatus: ReadStatus): Promise<string[]> {
  return withMigrationLock(place, () => applyLocked(place, readStatus));
}

type ReadStatus = () => Promise<MigrationStatus>;

async function applyLocked(place: Place, readStatus: ReadStatus): Promise<string[]> {
  const { pending, interrupted } = await readStatus();
  if (pending.length === 0) return [];
  const applied: string[] = [];
  try {
    await markUndone(place, interrupted);
    for (const name of stepsAmong(pending, place)) {
      applied.push(...(await applyScripts(place, pending.slice(0, pending.indexOf(name)))));
      for (const sentence of await runRowStep(name, place)) place.onReport?.(sentence);
    }
    return [...applied, ...(await applyScripts(place, pending))];
  } catch (error) {
    const { interrupted: failed, pending: left } = await readStatus();
    throw refusal(
      `The migration ${failed[0] ?? left[0]} failed and was undone: ${sentenceOf((error as Error).message)}`,
    );
  }
}

/** An empty database has no rows to change. */
function stepsAmong(pending: readonly string[], { folder }: Place): string[] {
  return pending.length === folder.migrations.length ? [] : pending.filter(hasRowStep);
}

/** Nobody else migrates, and scripts are applied whole: an interrupted one has changed nothing. */
async function markUndone(place: Place, interrupted: readonly string[]): Promise<void> {
  if (interrupted.length === 0) return;
  await withSchemaEngine(place, async (engine) => {
    for (const migrationName of interrupted) await engine.markMigrationRolledBack({ migrationName });
  });
}

/** Applies those of the named migrations that are pending, which nothing but later ones follow. */
async function applyScripts(place: Place, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const last = place.folder.migrations.findIndex(({ name }) => name === names.at(-1));
  const folder = { ...place.folder, migrations: place.folder.migrations.slice(0, last + 1) };
  return withSchemaEngine(place, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationList(folder),
      filters: noFilter,
    });
    return appliedMigrationNames;
  });
}

/**
 * The engine adds where in its own sources it was, one numbered line each; and it has no word for a SQLite file that someone
 * else has open, which it needs for itself.
 */
function sentenceOf(message: string): string {
  if (message.includes('SocketTimeout'))
    return 'another process has the database open, such as a server; stop it and try again';
  return message
    .split(/^ *0: /m, 1)[0]!
    .trim()
    .replace(/\s+/g, ' ');
}
