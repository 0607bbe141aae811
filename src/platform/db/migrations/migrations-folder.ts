import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../base/package-path.js';
import type { Provider } from '../query/runner.js';

/** A migration as the package ships it. */
export interface MigrationFile {
  /** Name of its folder: a timestamp, `_` and what it does. */
  name: string;
  script: string;
  /** SHA-256 of the script, hexadecimal, as Prisma keeps it beside an applied migration. */
  checksum: string;
}

/** The migrations of a provider, oldest first. */
export interface MigrationsFolder {
  migrations: MigrationFile[];
}

/** Reads the migrations of a folder; the default is the one that the package ships. */
export function readMigrations(
  provider: Provider,
  path = packagePath(`prisma/migrations/${provider}`),
): MigrationsFolder {
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const migrations = names.map((name) => {
    const script = readFileSync(join(path, name, 'migration.sql'), 'utf8');
    return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
  });
  return { migrations };
}
