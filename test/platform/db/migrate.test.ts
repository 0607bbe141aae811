import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findDrift } from '../../../scripts/drift.mjs';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import { migrate, migrationStatus } from '../../../src/platform/db/migrations/migrate.js';
import { withMigrationLock } from '../../../src/platform/db/migrations/migration-lock.js';
import { type MigrationsFolder, readMigrations } from '../../../src/platform/db/migrations/migrations-folder.js';
import { openStore } from '../../../src/platform/db/open.js';
import { fullTextTables } from '../../../src/platform/db/query/full-text.js';
import { emptyDatabase, migratedDatabase, provider } from '../../support/database.js';

const shipped = readMigrations(provider);

/** Returns the shipped migrations, followed by one migration for each script. */
function withScript(...scripts: string[]): MigrationsFolder {
  const more = scripts.map((script, index) => ({
    name: `2999010${index + 1}000000_more`,
    script,
    checksum: createHash('sha256').update(script).digest('hex'),
  }));
  return { ...shipped, migrations: [...shipped.migrations, ...more] };
}

/** Names of the tables `one` and `two` that exist. */
async function tables(url: string): Promise<string[]> {
  const store = await openStore({ url });
  const query =
    provider === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where name in ('one', 'two') order by name`
      : sql<{
          name: string;
        }>`select tablename as name from pg_tables where tablename in ('one', 'two') order by tablename`;
  return (await store.read.all(query).finally(store.close)).map((row) => row.name);
}

describe('migrating a database', () => {
  it('leaves no difference between the tables and the models; a later difference is found', async () => {
    const url = await migratedDatabase();
    expect(await findDrift(url, fullTextTables)).toBe('');
    await migrate({ url, folder: withScript('drop table "SiteSpace";') });
    expect(await findDrift(url, fullTextTables)).toContain('CREATE TABLE "SiteSpace"');
  });

  it('applies pending migrations once, and returns their names', async () => {
    const url = await emptyDatabase();
    const names = shipped.migrations.map((migration) => migration.name);
    if (provider === 'postgresql') expect(await migrationStatus({ url })).toEqual({ applied: [], pending: names });
    expect(await migrate({ url })).toEqual(names);
    expect(await migrate({ url })).toEqual([]);
    expect(await migrationStatus({ url })).toEqual({ applied: names, pending: [] });
    const store = await openStore({ url });
    expect(await store.problem()).toBeNull();
    await store.close();
  });

  it.runIf(provider === 'sqlite')(
    'refuses to migrate while another process has the file open, and migrates once it is closed',
    async () => {
      const url = await migratedDatabase();
      const folder = withScript('create table one (id text);');
      const server = await openStore({ url });
      await server.ping();
      await expect(migrate({ url, folder })).rejects.toThrow(/^Another process has the database open/);
      await server.close();
      expect(await migrate({ url, folder })).toEqual(['29990101000000_more']);
      expect(await tables(url)).toEqual(['one']);
    },
  );

  it.runIf(provider === 'sqlite')(
    'waits for another process that migrates, although the file cannot be read meanwhile',
    async () => {
      const url = await emptyDatabase();
      const path = sqlitePath(url);
      const other = new Database(path);
      const waiting = await withMigrationLock({ provider: 'sqlite', target: path }, async () => {
        other.exec('begin exclusive');
        const started = migrate({ url });
        // SQLite is called synchronously. It tries to read the file, and starts to wait, before the next iteration of the
        // event
        // loop.
        await turn();
        other.exec('commit');
        return { started };
      });
      expect(await waiting.started).toEqual(shipped.migrations.map(({ name }) => name));
      other.close();
    },
  );

  it('returns the pending migrations of an older database', async () => {
    const url = await migratedDatabase();
    const status = await migrationStatus({ url, folder: withScript('create table one (id text);') });
    expect(status.pending).toEqual(['29990101000000_more']);
  });

  it('refuses a database with a migration that changed after it was applied', async () => {
    const url = await migratedDatabase();
    const [first, ...others] = shipped.migrations;
    const folder = { ...shipped, migrations: [{ ...first!, script: 'select 1;', checksum: 'other' }, ...others] };
    const refused = {
      message: expect.stringContaining('was changed after it was applied'),
      detail: { reason: 'STORE_REFUSED' },
    };
    await expect(migrate({ url, folder })).rejects.toMatchObject(refused);
  });

  it('refuses a database that a newer version migrated', async () => {
    const url = await migratedDatabase();
    await migrate({ url, folder: withScript('create table one (id text);') });
    await expect(migrate({ url })).rejects.toThrow(
      'the migration 29990101000000_more, which this version does not know',
    );
  });

  it('rolls back a migration that fails, with one sentence, and applies it once it is fixed', async () => {
    const url = await migratedDatabase();
    const broken = withScript('create table one (id text); create table two (id nonsense nonsense, id);');
    const failure = migrate({ url, folder: broken });
    await expect(failure).rejects.toMatchObject({ detail: { reason: 'STORE_REFUSED' } });
    await expect(failure).rejects.toThrow(/^The migration 29990101000000_more failed and was undone: [^\n]+$/);
    expect(await tables(url)).toEqual([]);
    const mended = withScript('create table one (id text); create table two (id text);');
    expect(await migrate({ url, folder: mended })).toEqual(['29990101000000_more']);
    expect(await tables(url)).toEqual(['one', 'two']);
  });

  it('does not split statements at a semicolon in a string', async () => {
    const url = await migratedDatabase();
    const folder = withScript(
      `create table one (id text); insert into one values ('a;b'); create table two (id text);`,
    );
    await migrate({ url, folder });
    expect(await tables(url)).toEqual(['one', 'two']);
  });

  it.runIf(provider === 'sqlite')(
    'rebuilds a table with references to it, and refuses a script that would leave dangling rows',
    async () => {
      const url = await migratedDatabase();
      const setUp = `create table one (id text primary key); create table two (id text references one (id) on delete restrict);
    insert into one values ('a'); insert into two values ('a');`;
      await migrate({ url, folder: withScript(setUp) });
      await expect(migrate({ url, folder: withScript(setUp, 'delete from one;') })).rejects.toThrow(
        '1 rows would refer to nothing',
      );
      const rebuild = `create table new_one (id text primary key, more text); insert into new_one (id) select id from one;
    drop table one; alter table new_one rename to one;`;
      expect(await migrate({ url, folder: withScript(setUp, rebuild) })).toEqual(['29990102000000_more']);
    },
  );
});
