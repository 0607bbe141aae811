import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { postgresProxy } from '../../support/postgres-proxy.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';

const test = await testApp();

/** Runs statements on the database of an application, as a newer version of docgraph would. */
async function change({ store }: TestApp, ...statements: string[]): Promise<void> {
  await store.transaction(async ({ prisma }) => {
    for (const statement of statements) await prisma.$executeRawUnsafe(statement);
  });
}

const applied = (
  name: string,
) => `insert into _prisma_migrations (id, checksum, migration_name, finished_at, started_at,
  applied_steps_count) values ('${name}', 'c', '${name}', current_timestamp, current_timestamp, 1)`;

async function readiness({ app }: TestApp): Promise<{ status: number; problem?: string; took: number }> {
  const began = performance.now();
  const answer = await app.inject('/readyz');
  return { status: answer.statusCode, problem: answer.json().problem, took: performance.now() - began };
}

it.each(['/livez', '/healthz'])('GET %s reports that the process is running', async (path) => {
  const answer = await test.app.inject(path);
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

it('GET /readyz reports that the database responds and is migrated', async () => {
  const answer = await test.app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

it('a seeded space can be read', async () => {
  const { id, admin } = await seedOrganization(test);
  const space = await seedSpace(test, id);
  const page = await test.rest('GET', `/spaces/${space}/content/path/?format=markdown`, { token: admin.token });
  expect(page.body).toMatchObject({ title: 'Welcome', markdown: '# Welcome\n\nHello.\n', path: '' });
});

describe('/readyz of an instance whose database is migrated by another version', () => {
  it('returns 200 while all tables and columns exist, and then names the missing one', async () => {
    const older = await testApp();
    await change(older, applied('29990101000000_adds'), 'create table newer (id text)');
    expect(await readiness(older)).toMatchObject({ status: 200 });
    await change(older, applied('29990102000000_drops'), 'alter table "Site" drop column "fallbackUrl"');
    expect(await readiness(older)).toMatchObject({
      status: 503,
      problem:
        'the newer migrations 29990101000000_adds, 29990102000000_drops have removed Site.fallbackUrl, which this version needs',
    });
  });

  it('returns 503 with the names of pending or changed migrations', async () => {
    const newer = await testApp();
    const last = '(select max(migration_name) from _prisma_migrations)';
    await change(newer, `update _prisma_migrations set checksum = 'c' where migration_name = ${last}`);
    expect(await readiness(newer)).toMatchObject({
      status: 503,
      problem: expect.stringContaining('was changed after'),
    });
    await change(newer, `delete from _prisma_migrations where migration_name = ${last}`);
    expect(await readiness(newer)).toMatchObject({
      status: 503,
      problem: expect.stringMatching(/^pending migrations: \d+_\w+$/),
    });
  });
});

describe.runIf(provider === 'postgresql')('/readyz responds within 800 ms', () => {
  it('while the database hangs, to many requests at once, and is ready after it recovers', async () => {
    const proxy = await postgresProxy(test.url);
    const instance = await anotherInstance({ url: proxy.url }, 1);
    expect((await readiness(instance)).status).toBe(200);
    proxy.breakAt('silent', 0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => readiness(instance)));
    for (const { status, problem, took } of answers) {
      expect([status, problem]).toEqual([503, 'the database has not answered within 700 ms']);
      expect(took).toBeLessThan(800);
    }
    proxy.mend();
    await expect.poll(async () => (await readiness(instance)).status).toBe(200);
  });

  it('while all connections for reads are in use', async () => {
    const instance = await anotherInstance(test);
    const reads = Array.from({ length: 20 }, () => instance.store.read.all(sql`select pg_sleep(2)::text`));
    const { status, took } = await readiness(instance);
    await Promise.all(reads);
    expect(status).toBe(200);
    expect(took).toBeLessThan(800);
  });
});
