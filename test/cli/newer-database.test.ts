import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { packageVersion } from '../../src/platform/base/package-path.js';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { migrate } from '../../src/platform/db/migrations/migrate.js';
import { readMigrations } from '../../src/platform/db/migrations/migrations-folder.js';
import { docgraph } from '../support/command-line.js';
import { migratedDatabase, provider } from '../support/database.js';
import { runStatements } from '../support/postgres-role.js';
import { settings } from '../support/server-process.js';

const name = '29990101000000_newer';

/** Returns a database with a migration that this version does not have, applied by another program. */
async function newerDatabase(logs?: string | null): Promise<string> {
  const url = await migratedDatabase();
  const { migrations } = readMigrations(provider);
  const newer = { name, script: 'create table one (id text);', checksum: 'newer' };
  await migrate({ url, folder: { migrations: [...migrations, newer] } });
  if (logs === undefined) return url;
  const text = logs === null ? 'null' : `'${logs}'`;
  const change = `update _prisma_migrations set logs = ${text} where migration_name = '${name}'`;
  if (provider === 'sqlite') new Database(sqlitePath(url)).exec(change).close();
  else await runStatements(url, change);
  return url;
}

const makers: [title: string, logs: string | null | undefined, maker: string][] = [
  ['a later version', 'docgraph 9.9.9', 'docgraph 9.9.9'],
  ['a later build of the same version', undefined, `A newer build of docgraph ${packageVersion()}`],
  ['a version that recorded no name', null, 'A newer version'],
];

it.each(makers)(
  'a command ends with 78 on a database that %s has migrated, and says what to do',
  async (_title, logs, maker) => {
    const env = { ...settings, DATABASE_URL: await newerDatabase(logs) };
    for (const command of ['start', 'migrate']) {
      const { code, stderr } = await docgraph([command], env);
      expect(code).toBe(78);
      expect(stderr).toContain(
        `Cannot use the database: it has the migration ${name}, which this version does not know. ${maker} has applied it. ` +
          'Install at least that version, or restore a backup',
      );
    }
  },
);
