import type { Place } from './migrate.js';
import { withMigrationLock } from './migration-lock.js';
import type { MigrationStatus } from './migration-status.js';
import { migrationList, noFilter, withSchemaEngine } from './schema-engine.js';
import { refusal } from './store-errors.js';

/**
 * Applies the migrations that a database lacks, one process at a time. Answers their names. `readStatus` is asked under the
 * lock: another process may have migrated while this one waited for it.
 * @throws AppError with the reason STORE_REFUSED where a migration fails.
 */
export async function applyPending(place: Place, readStatus: () => Promise<MigrationStatus>): Promise<string[]> {
  return withMigrationLock(place, () => applyLocked(place, readStatus));
}

async function applyLocked(place: Place, readStatus: () => Promise<MigrationStatus>): Promise<string[]> {
  const { pending, interrupted } = await readStatus();
  if (pending.length === 0) return [];
  return withSchemaEngine(place, async (engine) => {
    // Nobody else is at it, and scripts are applied whole: what was interrupted has left nothing.
    for (const migrationName of interrupted) await engine.markMigrationRolledBack({ migrationName });
    const migrationsList = migrationList(place.folder);
    return (await engine.applyMigrations({ migrationsList, filters: noFilter })).appliedMigrationNames;
  }).catch(async (error: Error) => {
    const [name = pending[0]] = (await readStatus()).interrupted;
    throw refusal(`The migration ${name} failed and was undone: ${sentenceOf(error.message)}`);
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
