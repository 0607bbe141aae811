import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { indexesOnExistingTables } from '../../../src/platform/db/migrations/large-indexes.js';
import { migrate } from '../../../src/platform/db/migrations/migrate.js';
import { type MigrationsFolder, readMigrations } from '../../../src/platform/db/migrations/migrations-folder.js';
import { openStore } from '../../../src/platform/db/open.js';
import { atEnd, emptyDatabase, migratedDatabase, provider } from '../../support/database.js';
import { runStatements } from '../../support/postgres-role.js';

const shipped = readMigrations(provider);

/** The shipped migrations, and one more. */
function withScript(script: string, name = '29990101000000_more'): MigrationsFolder {
  const checksum = createHash('sha256').update(script).digest('hex');
  return { ...shipped, migrations: [...shipped.migrations, { name, script, checksum }] };
}

/** Opens a session with an open transaction, as `pg_dump` has. */
async function openTransaction(url: string, statement: string): Promise<{ pid: number; end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: 'pg_dump' });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= client.end());
  atEnd(end);
  return { pid: rows[0].pid, end };
}

describe.runIf(provider === 'postgresql')('a migration during a dump', () => {
  it('waits for its locks in short attempts, so that reads continue between them, and names the process that holds them', async () => {
    const url = await migratedDatabase();
    const dump = await openTransaction(url, 'select 1 from "Space"');
    const reports: string[] = [];
    const folder = withScript('alter table "Space" add column "more" text;');
    let done = false;
    const migrating = migrate({ url, folder, onReport: (sentence) => reports.push(sentence) }).finally(() => {
      done = true;
    });
    const store = await openStore({ url });
    atEnd(() => store.close());
    const waits: number[] = [];
    while (reports.length < 2) {
      const began = performance.now();
      await store.read.all(sql`select 1 as one from "Space"`);
      waits.push(performance.now() - began);
      await sleep(20);
    }
    expect(done).toBe(false);
    await dump.end();
    expect(await migrating).toEqual(['29990101000000_more']);
    expect(Math.max(...waits)).toBeLessThan(1_500);
    expect(waits.filter((wait) => wait > 100).length).toBeLessThan(waits.length / 2);
    expect(reports[0]).toMatch(
      new RegExp(`^the migration waits for a lock: process ${dump.pid} \\(pg_dump\\) holds it in a`),
    );
  });

  it('fails after a timeout without changes, and names the process that holds the lock', async () => {
    const url = await migratedDatabase();
    const dump = await openTransaction(url, 'select 1 from "Space"');
    const script = 'create table one (id text); alter table "Space" add column "more" text;';
    const migrating = migrate({ url, folder: withScript(script), lockPatience: 1_000 });
    await expect(migrating).rejects.toThrow(`A lock was not free within 1 s: process ${dump.pid} (pg_dump) holds it`);
    expect(await runStatements(url, "select 1 from pg_tables where tablename = 'one'")).toEqual([]);
  });

  it('also waits if the migration changes rows', async () => {
    const url = await emptyDatabase();
    const last = shipped.migrations.findIndex(({ name }) => name.endsWith('_normalize_emoji'));
    const until = (end: number) => ({ ...shipped, migrations: shipped.migrations.slice(0, end) });
    await migrate({ url, folder: until(last) });
    const other = await openTransaction(url, 'lock table "Space"');
    const reports: string[] = [];
    const onReport = (sentence: string): void => {
      reports.push(sentence);
      void other.end();
    };
    expect(await migrate({ url, folder: until(last + 1), onReport })).toHaveLength(1);
    expect(reports).toEqual([expect.stringContaining(`process ${other.pid} (pg_dump) holds it`)]);
  });

  it('locks the tables that it indexes before it changes their rows, since a writer of a row could block the index', async () => {
    const url = await emptyDatabase();
    const last = shipped.migrations.findIndex(({ name }) => name.endsWith('_organization_title_order'));
    const until = (end: number) => ({ ...shipped, migrations: shipped.migrations.slice(0, end) });
    await migrate({ url, folder: until(last) });
    const writer = await openTransaction(url, 'update "Organization" set "title" = "title"');
    const migrating = migrate({ url, folder: until(last + 1) });
    const waiting = `select query from pg_stat_activity
      where application_name = 'docgraph migrate' and wait_event_type = 'Lock' and datname = current_database()`;
    const lock = 'lock table "Organization" in share row exclusive mode';
    await expect.poll(() => runStatements(url, waiting)).toEqual([{ query: lock }]);
    await writer.end();
    expect(await migrating).toHaveLength(1);
  });
});

const hundredThousand = `insert into "Big" select n::text, n from generate_series(1, 100001) n`;

describe.runIf(provider === 'postgresql')('an index on a table of more than 100,000 rows', () => {
  it('is built concurrently with writes, and the script skips it', async () => {
    const url = await migratedDatabase();
    await runStatements(url, 'create table "Big" (id text primary key, number int)', hundredThousand);
    const other = await openTransaction(url, `insert into "Big" values ('open', 0)`);
    const reports: string[] = [];
    const folder = withScript('CREATE INDEX "Big_number_idx" ON "Big"("number");\nCREATE TABLE "one" (id text);');
    const migrating = migrate({ url, folder, onReport: (sentence) => reports.push(sentence) });
    const building = 'select command from pg_stat_progress_create_index';
    await expect.poll(() => runStatements(url, building)).toEqual([{ command: 'CREATE INDEX CONCURRENTLY' }]);
    const began = performance.now();
    await runStatements(url, `insert into "Big" values ('meanwhile', 0)`);
    expect(performance.now() - began).toBeLessThan(400);
    await other.end();
    expect(await migrating).toEqual(['29990101000000_more']);
    expect(reports).toEqual(['building the index Big_number_idx on the large table Big; servers go on meanwhile']);
    expect(await indexes(url)).toEqual([{ indexrelid: '"Big_number_idx"', indisvalid: true }]);
    expect(await migrate({ url, folder })).toEqual([]);
  });

  it('is built again after an interrupted build', async () => {
    const url = await migratedDatabase();
    await runStatements(url, 'create table "Big" (id text primary key, number int)', hundredThousand);
    const concurrent = 'create unique index concurrently "Big_number_key" on "Big" (number)';
    await runStatements(url, `insert into "Big" values ('twice', 1)`);
    await expect(runStatements(url, concurrent)).rejects.toThrow('could not create unique index');
    expect(await indexes(url)).toEqual([{ indexrelid: '"Big_number_key"', indisvalid: false }]);
    await runStatements(url, `delete from "Big" where id = 'twice'`);
    await migrate({ url, folder: withScript('CREATE UNIQUE INDEX "Big_number_key" ON "Big"("number");') });
    expect(await indexes(url)).toEqual([{ indexrelid: '"Big_number_key"', indisvalid: true }]);
  });

  it('is created by the script if the script also adds its column', async () => {
    const url = await migratedDatabase();
    await runStatements(url, 'create table "Big" (id text primary key, number int)', hundredThousand);
    const script = 'ALTER TABLE "Big" ADD COLUMN "more" text;\nCREATE INDEX "Big_more_idx" ON "Big"("more");';
    await migrate({ url, folder: withScript(script) });
    expect(await indexes(url)).toEqual([{ indexrelid: '"Big_more_idx"', indisvalid: true }]);
  });
});

const indexes = (url: string) =>
  runStatements(
    url,
    `select indexrelid::regclass::text as indexrelid, indisvalid from pg_index where indrelid = '"Big"'::regclass and not indisprimary`,
  );

describe.runIf(provider === 'postgresql')('the indexes of shipped migrations', () => {
  it('are found in their scripts, except those of new tables', () => {
    const script =
      'CREATE TABLE "New" (id text);\nCREATE INDEX "a" ON "New"("id");\nCREATE UNIQUE INDEX "b" ON "Old"("id");';
    expect(indexesOnExistingTables(script)).toEqual([
      { name: 'b', table: 'Old', definition: '"b" ON "Old"("id")', unique: true },
    ]);
  });

  it('are on columns that an earlier migration added, so that large ones can be built concurrently with writes', () => {
    const later = shipped.migrations.filter(({ name }) => name > '20261126150000');
    for (const { name, script } of later)
      for (const { table, definition } of indexesOnExistingTables(script)) {
        const added = [...script.matchAll(/^ALTER TABLE "([^"]+)" ADD COLUMN\s+"([^"]+)"/gm)];
        const own = added.filter(([, altered, column]) => altered === table && definition.includes(`"${column}"`));
        expect(
          own.map(([text]) => text),
          name,
        ).toEqual([]);
      }
  });
});
