import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkFilePermissions } from '../../../src/cli/doctor/configuration/check-file-permissions.js';
import { checkSecret } from '../../../src/cli/doctor/configuration/check-secret.js';
import { checkClock } from '../../../src/cli/doctor/database/check-clock.js';
import { checkConnections } from '../../../src/cli/doctor/database/check-connections.js';
import { checkDatabase } from '../../../src/cli/doctor/database/check-database.js';
import { checkDisk } from '../../../src/cli/doctor/database/check-disk.js';
import { checkIndexes } from '../../../src/cli/doctor/database/check-indexes.js';
import { checkInstances } from '../../../src/cli/doctor/database/check-instances.js';
import { checkIntegrity } from '../../../src/cli/doctor/database/check-integrity.js';
import { checkMigrations } from '../../../src/cli/doctor/database/check-migrations.js';
import { checkPooler } from '../../../src/cli/doctor/database/check-pooler.js';
import { checkRights } from '../../../src/cli/doctor/database/check-rights.js';
import { checkWriteAheadLog } from '../../../src/cli/doctor/database/check-write-ahead-log.js';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import { openMigrationConnection } from '../../../src/platform/db/migrations/migration-connection.js';
import { createSealedKey, createSealer } from '../../../src/platform/secrets/sealed.js';
import { testApp } from '../../support/app.js';
import { emptyDatabase, migratedDatabase, provider, testDatabase, testFolder } from '../../support/database.js';
import { pgbouncer, reason, transactionPooler } from '../../support/pooler.js';
import { createRole } from '../../support/postgres-role.js';
import { seedOrganization } from '../../support/seed.js';
import { seedJob } from '../../support/seed-job.js';
import { textOf } from './doctor-kit.js';

/** Runs SQL on a database that no store has open. */
async function runScript(url: string, script: string): Promise<void> {
  const target = provider === 'sqlite' ? sqlitePath(url) : url;
  const connection = await openMigrationConnection({ provider, target });
  await connection.transaction(({ runScript }) => runScript(script)).finally(() => connection.close());
}

const isSqlite = provider === 'sqlite';

it('a healthy database has no problems', async () => {
  const { url } = await testDatabase();
  for (const check of [checkMigrations, checkIndexes, checkClock, checkDisk])
    expect(await textOf(check, url), check.name).toMatch(/^ok: /);
  // The Postgres server of the tests is faster without fsync.
  expect(await textOf(checkDatabase, url)).toMatch(isSqlite ? /^ok: SQLite 3.*wal\.$/ : /^warning: .* with fsync off/);
  if (isSqlite) expect(await textOf(checkIntegrity, url)).toMatch(/^ok: The file has .* no damaged page\.$/);
  else expect(await textOf(checkRights, url)).toBe('ok: The role may read and write all tables.');
});

it('the database check reports a database that cannot be opened, and the other checks are skipped', async () => {
  const missing = isSqlite
    ? `file:${testFolder()}/missing.db`
    : Object.assign(new URL(await emptyDatabase()), { pathname: '/missing_database', password: 'a password' }).href;
  const text = await textOf(checkDatabase, missing);
  expect(text).toContain(isSqlite ? 'error: There is no database at ' : 'database missing_database');
  expect(text).not.toContain('a password');
  expect(await textOf(checkIndexes, missing)).toBe('skipped: The database cannot be read.');
  if (isSqlite) expect(existsSync(sqlitePath(missing))).toBe(false);
});

it('the migrations check reports pending, unknown and changed migrations, and checks of tables are skipped meanwhile', async () => {
  const empty = await emptyDatabase();
  expect(await textOf(checkMigrations, empty)).toMatch(/^error: Migrations are pending: .* Run `docgraph migrate`\.$/);
  expect(await textOf(checkIndexes, empty)).toBe('skipped: Migrations are pending.');
  const url = await migratedDatabase();
  const record = `"_prisma_migrations" set`;
  await runScript(url, `update ${record} "checksum" = 'other' where "migration_name" like '%list_orders'`);
  expect(await textOf(checkMigrations, url)).toContain('_list_orders was changed after it was applied.');
  await runScript(
    url,
    `insert into "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
     values ('x', 'x', '99990101000000_future', current_timestamp, 1)`,
  );
  expect(await textOf(checkMigrations, url)).toContain('A newer version has migrated the database: 99990101000000_');
});

it('the indexes check reports an index that is missing or invalid', async () => {
  const url = await migratedDatabase();
  await runScript(url, 'drop index "Job_key_idx"');
  expect(await textOf(checkIndexes, url)).toContain('error: Indexes are missing: Job_key_idx.');
  if (isSqlite) return;
  await runScript(url, `update pg_index set indisvalid = false where indexrelid = '"Job_kind_status_idx"'::regclass`);
  expect(await textOf(checkIndexes, url)).toContain('docgraph verify --repair');
});

it('the clock check reports a job that was created in the future', async () => {
  const { url, store } = await testDatabase();
  const id = await seedJob({ store }, { organizationId: null, status: 'done' });
  const createdAt = new Date(Date.now() + 600_000);
  await store.transaction(({ prisma }) => prisma.job.update({ where: { id }, data: { createdAt } }));
  expect(await textOf(checkClock, url)).toContain('warning: The newest job was created 10 min in the future.');
});

it('the clock check reports an event that was recorded in the future, in any organization', async () => {
  const test = await testApp();
  const [, acme] = [await seedOrganization(test), await seedOrganization(test)];
  await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { title: 'Acme' } });
  const data = { at: new Date(Date.now() + 600_000) };
  await test.store.transaction(({ prisma }) => prisma.event.updateMany({ where: { organizationId: acme.id }, data }));
  expect(await textOf(checkClock, test.url)).toContain('warning: The newest event was recorded 10 min in the future.');
});

it('the secret check reports values that the secret does not open, and a previous secret', async () => {
  const { url, store } = await testDatabase();
  const lost = createSealer({ current: 'a secret that nobody has, 32 bytes', previous: null });
  expect(await textOf(checkSecret, url, { SECRET_PREVIOUS: 'the secret before, with 32 bytes.' })).toContain(
    'notice: The secret opens every sealed value. SECRET_PREVIOUS is still set. Run `docgraph secrets rotate`',
  );
  const body = createSealedKey(lost, 'mail-body');
  const mail = { id: 'mail_1', kind: 'test', address: 'ann@acme.test', subject: '', body, createdAt: new Date() };
  await store.transaction(({ prisma }) => prisma.mail.create({ data: mail }));
  expect(await textOf(checkSecret, url)).toMatch(/^error: The secret is wrong: .*bodies of mails: 1.* rotate/);
});

describe.runIf(isSqlite)('on SQLite', () => {
  it('the file-permissions check reports files that others can read', async () => {
    const url = await migratedDatabase();
    const secret = `${sqlitePath(url)}.secret`;
    writeFileSync(secret, 'a secret for tests, 32 bytes long', { mode: 0o600 });
    chmodSync(sqlitePath(url), 0o600);
    expect(await textOf(checkFilePermissions, url)).toBe('ok: Only their owner can read the 2 private files.');
    chmodSync(secret, 0o644);
    expect(await textOf(checkFilePermissions, url)).toBe(
      `warning: Other users of this machine can read or write ${secret}. Run \`chmod 600 ${secret}\`.`,
    );
  });

  it('the integrity check reports damaged pages and rows that refer to nothing', async () => {
    const url = await migratedDatabase();
    const path = sqlitePath(url);
    const database = new Database(path);
    database.pragma('foreign_keys = off');
    database.exec(`insert into "Notification" values ('n', 'org_x', 'usr_x', 'comment', 'x', 'usr_x', '2026-01-01')`);
    database.close();
    expect(await textOf(checkIntegrity, url)).toContain('Rows refer to rows that do not exist, in Notification (2).');
    const bytes = readFileSync(path);
    const page = bytes.readUInt16BE(16);
    bytes.fill(0xff, page * 40, page * 42);
    writeFileSync(path, bytes);
    expect(await textOf(checkIntegrity, url)).toMatch(/error: The database file is damaged: .* Run `docgraph verify`/);
  });

  it('the database check reports a file that is not a database', async () => {
    const path = `${testFolder()}/text.db`;
    writeFileSync(path, 'This is a text, and not a database of SQLite. '.repeat(100));
    expect(await textOf(checkMigrations, `file:${path}`)).toMatch(/^(failed|error): .*not a database/);
    expect(await textOf(checkDatabase, `file:${path}`)).toMatch(/^error: .*not a database.* restore a backup\.$/);
  });

  it('the write-ahead-log check reports a log that does not shrink', async () => {
    const { url } = await testDatabase();
    expect(await textOf(checkWriteAheadLog, url)).toMatch(/^ok: The write-ahead log has /);
    truncateSync(`${sqlitePath(url)}-wal`, 300 * 1024 ** 2);
    expect(await textOf(checkWriteAheadLog, url)).toMatch(/^warning: The write-ahead log has 300 MiB; .*backup/);
  });

  it.runIf(process.platform === 'linux')('the instances check reports two servers on one file', async () => {
    const url = await migratedDatabase();
    expect(await textOf(checkInstances, url)).toContain('notice: No server uses the database at the moment.');
    const holder = `require('node:fs').openSync(${JSON.stringify(sqlitePath(url))}, 'r'); console.log(); setInterval(() => {}, 1000)`;
    for (const count of [1, 2]) {
      const child = spawn(process.execPath, ['-e', holder, 'start'], { stdio: ['ignore', 'pipe', 'ignore'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      const expected = count === 1 ? 'ok: One server uses' : 'warning: 2 servers use the same database file';
      expect(await textOf(checkInstances, url)).toContain(expected);
    }
  });
});

describe.runIf(!isSqlite)('on Postgres', () => {
  it('the rights check reports privileges that the role lacks', async () => {
    const role = await createRole();
    const { url } = await testDatabase();
    expect(await textOf(checkRights, role.at(url))).toMatch(/The role role_\w+ lacks .* docs\/operating\.md/);
  });

  it('the connections check compares the connections of a server with the limit of Postgres', async () => {
    const { url } = await testDatabase();
    expect(await textOf(checkConnections, url)).toMatch(/^ok: The server may open 14 connections; Postgres has \d+/);
    expect(await textOf(checkConnections, url, { DATABASE_CONNECTIONS: '500' })).toMatch(
      /^warning: The server may open 504 connections, but Postgres has only \d+ for them/,
    );
  });

  it('the instances check counts the servers by their version', async () => {
    const { url, store } = await testDatabase();
    expect(await textOf(checkInstances, url)).toContain('notice: No server uses the database');
    onTestFinished(store.notices.listen(() => {}));
    await expect.poll(() => textOf(checkInstances, url)).toMatch(/^ok: One server uses the database \(1 of version /);
  });

  it('the database check reports a role that can only read', async () => {
    const role = await createRole();
    const url = await migratedDatabase();
    await runScript(url, `alter role ${role.name} set default_transaction_read_only to on`);
    expect(await textOf(checkDatabase, role.at(url))).toContain('error: The database is read-only.');
  });

  it.skipIf(!pgbouncer)(`the pooler check reports sessions without the settings${reason}`, async () => {
    const direct = await migratedDatabase();
    const [good, bad] = [await transactionPooler(direct), await transactionPooler(direct, '')];
    const env = { DATABASE_DIRECT_URL: direct };
    expect(await textOf(checkPooler, direct)).toBe('skipped: No pooler is configured.');
    expect(await textOf(checkPooler, good, env)).toMatch(/^ok: /);
    expect(await textOf(checkPooler, bad, env)).toMatch(/^error: The pooler at DATABASE_URL must set .*connect_query/);
  });
});
