import { type MigrationsFolder, readMigrations } from '../../db/migrations/migrations-folder.js';
import type { Provider } from '../../db/query/runner.js';
import { cannotRestore } from '../backup-error.js';
import type { BackupHead } from '../container/head.js';

/**
 * Returns the migrations that a database needs to take the rows of a backup. The later migrations run after the rows are
 * there, because some of them change rows.
 * @throws AppError if a newer version made the backup
 */
export function migrationsOf(head: BackupHead, provider: Provider): MigrationsFolder {
  const known = new Set(readMigrations(head.provider).migrations.map(({ name }) => name));
  const unknown = head.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw cannotRestore(
      `docgraph ${head.version} made the backup, with the migration ${unknown} that this version does not know`,
      `Install docgraph ${head.version} or newer.`,
    );
  const { migrations } = readMigrations(provider);
  if (provider === head.provider)
    return { migrations: migrations.filter(({ name }) => head.migrations.includes(name)) };
  // The two databases have the same tables after migrations of the same time.
  const newest = timeOf(head.migrations.at(-1) ?? '');
  return { migrations: migrations.filter(({ name }) => timeOf(name) <= newest) };
}

/** Returns the time in the name of a migration, `YYYYMMDDhhmmss`. */
function timeOf(name: string): string {
  return name.slice(0, 14);
}
