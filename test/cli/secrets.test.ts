import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { storedShareKey } from '../../src/modules/sites/site-audience/share-key.js';
import { newId } from '../../src/platform/base/ids.js';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { insertRows } from '../../src/platform/db/write/insert-rows.js';
import { createSealer } from '../../src/platform/secrets/sealed.js';
import { sealedColumns } from '../../src/platform/secrets/sealed-columns.js';
import { seedSite } from '../modules/sites/published-sites/site-kit.js';
import { anotherInstance, sealer, secret, type TestApp, testApp } from '../support/app.js';
import { docgraph, spawnDocgraph, waitForExit } from '../support/command-line.js';
import { emptyDatabase, provider } from '../support/database.js';
import { runInProcess } from '../support/in-process.js';
import { seedOrganization } from '../support/seed.js';

const nextSecret = 'the next secret for tests, 32 bytes';
const bothSecrets = { SECRET: nextSecret, SECRET_PREVIOUS: secret };
/**
 * Number of share links in addition to the two of every seeded site, so that the rotation needs more than one
 * transaction.
 */
const links = 1_200;

/** Creates an organization with a value in each sealed column, sealed with the secret of tests. */
async function seedSealedValues(test: TestApp, linkCount = links) {
  const { id: organization, admin } = await seedOrganization(test);
  const { body } = await test.rest('POST', `/orgs/${organization}/ping`, admin);
  expect(body.serviceVisitorClaims).toBeTypeOf('string');
  const site = await seedSite(test, { organization, visibility: 'share-link', spaces: [] });
  const own = { organizationId: organization, siteId: site.id, active: true, createdAt: new Date() };
  const rows = Array.from({ length: linkCount }, (_, number) => ({
    ...{ id: newId('ShareLink'), ...own, name: `Link ${number}` },
    ...storedShareKey(sealer, `key ${number} of ${site.id}`),
  }));
  await test.store.transaction((tx) => insertRows(tx, { table: 'ShareLink', rows }));
  return { organization, admin, site };
}

/**
 * Counts the values of all sealed columns by the secret that opens them; `none` counts values that neither secret
 * opens.
 */
async function countBySecret({ store: { read } }: TestApp): Promise<Record<string, number>> {
  const [now, before] = [nextSecret, secret].map((current) => createSealer({ current, previous: null }));
  const counts: Record<string, number> = { next: 0, before: 0, none: 0 };
  for (const { table, column, purpose } of sealedColumns) {
    const query = read.sql.selectFrom(table as 'Site').select(sql.ref<string>(column).as('value'));
    const rows = await read.all(query.where(sql.ref(column), 'is not', null));
    for (const { value } of rows)
      counts[now!.find(purpose, value) ? 'next' : before!.find(purpose, value) ? 'before' : 'none']! += 1;
  }
  return counts;
}

/** Number of sealed values that `sealedWorld` creates: three keys, two links and the further links. */
const sealedCount = links + 5;

describe('the secret at the start of a server', () => {
  it('is refused if it does not open the sealed values, with a message that names the variables, the kinds and the next step', async () => {
    const test = await testApp();
    await seedSealedValues(test, 0);
    const env = { DATABASE_URL: test.url, SECRET: 'a wrong secret of 32 bytes or more', PORT: '0' };
    const { code, stderr } = await docgraph(['start'], env);
    expect(code).toBe(78);
    for (const part of ['SECRET nor SECRET_PREVIOUS', 'visitor keys of organizations: 1', 'keys of share links: 2'])
      expect(stderr).toContain(part);
    expect(stderr).toContain('docgraph secrets rotate --replace-lost');
    expect(await countBySecret(test)).toEqual({ next: 0, before: 5, none: 0 });
  });

  it.runIf(provider === 'sqlite')(
    'is not created if the database has sealed values and its secret file is lost',
    async () => {
      const test = await testApp();
      await seedSealedValues(test, 0);
      const file = `${sqlitePath(test.url)}.secret`;
      const { code, stderr } = await docgraph(['start'], { DATABASE_URL: test.url, PORT: '0' });
      expect([code, existsSync(file)]).toEqual([78, false]);
      expect(stderr).toContain(`restore ${file}`);
      const replaced = await docgraph(['secrets', 'rotate', '--replace-lost', '--json'], { DATABASE_URL: test.url });
      expect(JSON.parse(replaced.stdout)).toEqual({ sealed: 0, replaced: 5, unreadable: [] });
      expect((await docgraph(['secrets', 'rotate'], { DATABASE_URL: test.url })).code).toBe(0);
    },
  );
});

describe('docgraph secrets rotate', () => {
  it('seals every value with the new secret, after which the previous one is not needed', async () => {
    const test = await testApp();
    await seedSealedValues(test);
    const env = { DATABASE_URL: test.url, ...bothSecrets };
    const rotated = await docgraph(['secrets', 'rotate', '--json'], env);
    expect(JSON.parse(rotated.stdout)).toEqual({ sealed: sealedCount, replaced: 0, unreadable: [] });
    expect(await countBySecret(test)).toEqual({ next: sealedCount, before: 0, none: 0 });
    const again = await docgraph(['secrets', 'rotate', '--json'], { DATABASE_URL: test.url, SECRET: nextSecret });
    expect([again.code, JSON.parse(again.stdout).sealed]).toEqual([0, 0]);
  });

  it('leaves every value readable with one of the two secrets if it is killed, and the next run completes the rotation', async () => {
    const test = await testApp();
    await seedSealedValues(test, 20 * links);
    const env = { DATABASE_URL: test.url, ...bothSecrets };
    const child = spawnDocgraph(['secrets', 'rotate'], env);
    const ended = waitForExit(child);
    while ((await countBySecret(test)).next === 0) await sleep(1);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
    const { before, none } = await countBySecret(test);
    expect([before! > 0, none]).toEqual([true, 0]);
    expect((await docgraph(['secrets', 'rotate'], env)).code).toBe(0);
    expect(await countBySecret(test)).toEqual({ next: 20 * links + 5, before: 0, none: 0 });
  });

  it('does not overwrite a key that is regenerated concurrently', async () => {
    const test = await anotherInstance(await testApp(), 10, bothSecrets);
    const { organization, admin, site } = await seedSealedValues(test);
    const rotating = docgraph(['secrets', 'rotate'], { DATABASE_URL: test.url, ...bothSecrets });
    const address = `/orgs/${organization}/sites/${site.id}/publishing/auth`;
    let last: unknown;
    for (let round = 0; round < 10; round++)
      last = (await test.rest('POST', `${address}/regenerate`, admin)).body.privateKey;
    expect((await rotating).code).toBe(0);
    expect((await test.rest('GET', address, admin)).body.privateKey).toBe(last);
  });

  it('reports values that neither secret opens and seals all others, and replaces the unreadable values with --replace-lost', async () => {
    const test = await testApp();
    const { organization, admin, site } = await seedSealedValues(test, 0);
    const lostSealer = createSealer({ current: 'a secret that nobody has, 32 bytes', previous: null });
    const values = {
      signingKey: lostSealer.seal('signing-key', 'one'),
      link: storedShareKey(lostSealer, 'a lost key'),
    };
    await test.store.transaction(async ({ prisma }) => {
      await prisma.site.update({ where: { id: site.id }, data: { signingKey: values.signingKey } });
      await prisma.shareLink.updateMany({ where: { siteId: site.id, active: true }, data: values.link });
    });
    const env = { DATABASE_URL: test.url, ...bothSecrets };
    const first = await docgraph(['secrets', 'rotate', '--json'], env);
    expect(first.code).toBe(1);
    expect(JSON.parse(first.stdout)).toMatchObject({ sealed: 3, unreadable: [{ count: 1 }, { count: 1 }] });
    expect(first.stderr).toContain('signing keys of sites: 1');
    const second = await docgraph(['secrets', 'rotate', '--replace-lost', '--json'], env);
    expect([second.code, JSON.parse(second.stdout)]).toEqual([0, { sealed: 0, replaced: 2, unreadable: [] }]);
    const server = await anotherInstance(test, 10, { SECRET: nextSecret });
    const path = `/orgs/${organization}/sites/${site.id}`;
    expect((await server.rest('GET', `${path}/publishing/auth`, admin)).body.privateKey).toHaveLength(43);
    const keys = await server.graphql(linkKeys, { token: admin.token, variables: { id: site.id } });
    expect(keys.data.site.shareLinks.nodes.map(({ key }: { key: string }) => key)).not.toContain('a lost key');
    expect(keys.errors).toBeUndefined();
  });

  it('refuses to run without a secret', async () => {
    const env = { DATABASE_URL: await emptyDatabase() };
    const { code, stderr } = await runInProcess(['secrets', 'rotate'], env);
    expect(code).toBe(78);
    expect(stderr).toContain(provider === 'sqlite' ? 'there is no secret.' : 'SECRET or SECRET_FILE must be set');
  });
});

const linkKeys = 'query ($id: ID!) { site(id: $id) { shareLinks(first: 10) { nodes { key } } } }';

it('several instances change the secret in four steps, and each reads the values that the others seal', async () => {
  const first = await testApp();
  const { id: organization, admin } = await seedOrganization(first);
  const { body: site } = await first.rest('POST', `/orgs/${organization}/sites`, { ...admin, body: {} });
  const path = `/orgs/${organization}/sites/${site.id}/share-links`;
  const linkOn = async (test: TestApp) => (await test.rest('POST', path, { ...admin, body: { name: '' } })).status;
  const keysOn = async (test: TestApp): Promise<(string | null)[]> => {
    const { data, errors } = await test.graphql(linkKeys, { token: admin.token, variables: { id: site.id } });
    expect(errors).toBeUndefined();
    return data.site.shareLinks.nodes.map(({ key }: { key: string }) => key);
  };
  const prepared = await anotherInstance(first, 10, { SECRET: secret, SECRET_PREVIOUS: nextSecret });
  const swapped = await anotherInstance(first, 10, bothSecrets);
  for (const test of [first, prepared, swapped]) expect(await linkOn(test)).toBe(201);
  expect(await keysOn(prepared)).toHaveLength(3);
  expect(await keysOn(swapped)).toEqual(await keysOn(prepared));
  expect((await docgraph(['secrets', 'rotate'], { DATABASE_URL: first.url, ...bothSecrets })).code).toBe(0);
  const last = await anotherInstance(first, 10, { SECRET: nextSecret });
  expect(await keysOn(last)).toEqual(await keysOn(swapped));
  expect(await keysOn(prepared)).toEqual(await keysOn(last));
});
