import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobKinds } from '../../../src/app/job-kinds.js';
import { migrate } from '../../../src/platform/db/migrations/migrate.js';
import { type MigrationsFolder, readMigrations } from '../../../src/platform/db/migrations/migrations-folder.js';
import { openStore } from '../../../src/platform/db/open.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { anotherInstance } from '../../support/app.js';
import { atEnd, emptyDatabase, migratedDatabase, provider } from '../../support/database.js';
import { createRole, runStatements } from '../../support/postgres-role.js';
import { seedOrganization } from '../../support/seed.js';
import { signal } from '../../support/signal.js';
import { startTestJobs } from './kinds.js';

describe.runIf(provider === 'postgresql')('a server whose role does not own the tables', () => {
  it('can add and run jobs with only the rights to read and write rows', async () => {
    const role = await createRole();
    const owned = await migratedDatabase();
    await runStatements(
      owned,
      `grant usage on schema public to ${role.name}`,
      `grant select, insert, update, delete on all tables in schema public to ${role.name}`,
    );
    const url = role.at(owned);
    expect(await migrate({ url })).toEqual([]);
    const test = await anotherInstance({ url });
    await startTestJobs(test.store, jobKinds({ store: test.store, outbound: createOutbound([]) }));
    const { id, admin } = await seedOrganization(test);
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} });
    const at = `/orgs/${id}/openapi/pets`;
    expect((await test.rest('PUT', at, { ...admin, body: { source: { text } } })).status).toBe(201);
    await expect.poll(async () => (await test.rest('GET', at, admin)).body.processingState).toBe('complete');
    expect((await test.rest('GET', at, admin)).body.lastVersion).toMatch(/^specv_/);
  });
});

/** Returns the migrations before `_lanes_of_jobs`, which removes the schema of the former queue. */
function earlierMigrations(): MigrationsFolder {
  const shipped = readMigrations(provider);
  const last = shipped.migrations.findIndex(({ name }) => name.endsWith('_lanes_of_jobs'));
  return { ...shipped, migrations: shipped.migrations.slice(0, last) };
}

const formerQueue = ['create schema docgraph_jobs', 'create table docgraph_jobs.jobs (id int)'];
const hasFormerQueue = async (url: string): Promise<boolean> =>
  (await runStatements(url, `select 1 from pg_namespace where nspname = 'docgraph_jobs'`)).length > 0;

describe.runIf(provider === 'postgresql')('the migration that removes the schema of the former queue', () => {
  it('drops the schema with its contents, and succeeds if it does not exist', async () => {
    const [former, fresh] = [await emptyDatabase(), await emptyDatabase()];
    for (const url of [former, fresh]) await migrate({ url, folder: earlierMigrations() });
    await runStatements(former, ...formerQueue);
    for (const url of [former, fresh]) {
      await migrate({ url });
      expect(await hasFormerQueue(url)).toBe(false);
    }
  });

  it('does not drop the schema if the role may not drop it', async () => {
    const role = await createRole();
    const url = await emptyDatabase();
    await runStatements(url, `grant all on schema public to ${role.name}`, ...formerQueue);
    const names = await migrate({ url: role.at(url) });
    expect(names.at(-1)).toBe(readMigrations(provider).migrations.at(-1)!.name);
    expect(await hasFormerQueue(url)).toBe(true);
  });

  it('does not drop the schema while an older server has a lock on it', async () => {
    const url = await emptyDatabase();
    await migrate({ url, folder: earlierMigrations() });
    await runStatements(url, ...formerQueue);
    const older = await openStore({ url, patience: 10 });
    atEnd(() => older.close());
    const [locked, migrated] = [signal(), signal()];
    const holding = older.transaction(async ({ read }) => {
      await read.all(sql`lock table docgraph_jobs.jobs`);
      locked.give();
      await migrated.given;
    });
    await locked.given;
    await migrate({ url });
    migrated.give();
    await holding;
    expect(await hasFormerQueue(url)).toBe(true);
  });
});
