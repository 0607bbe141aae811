import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../../base/package-path.js';
import type { Provider } from '../query/runner.js';

/** A migration of the package. */
export interface MigrationFile {
  /** Name of the migration's folder: a timestamp, `_` and a short description. */
  name: string;
  script: string;
  /** Hexadecimal SHA-256 of the script. Prisma records the same value for an applied migration. */
  checksum: string;
}

/** The migrations of a provider, oldest first. */
export interface MigrationsFolder {
  migrations: MigrationFile[];
}

/** Reads the migrations in a folder; default: the folder of the package. */
export function readMigrations(
  provider: Provider,
  path = packagePath(`prisma/migrations/${provider}`),
): MigrationsFolder {
  const migrations = namesIn(path).map((name) => {
    const script = readFileSync(join(path, name, 'migration.sql'), 'utf8');
    return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
  });
  return { migrations };
}

/** Returns the name of the newest migration of the package that both databases have. */
export function newestMigration(): string {
  const [names, others] = [
    namesIn(packagePath('prisma/migrations/sqlite')),
    namesIn(packagePath('prisma/migrations/postgresql')),
  ];
  return names.filter((name) => others.includes(name)).at(-1)!;
}

function namesIn(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
