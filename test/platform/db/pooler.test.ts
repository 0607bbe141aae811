import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/platform/db/open.js';
import { listen } from '../../api/http/server-kit.js';
import { follow } from '../../modules/audit/events/live-kit.js';
import { openChangeRequest } from '../../modules/review/change-requests/proposal.js';
import { anotherInstance, type TestApp } from '../../support/app.js';
import { emptyDatabase, migratedDatabase, provider } from '../../support/database.js';
import { pgbouncer, reason, transactionPooler } from '../../support/pooler.js';
import { seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { settings, startServer } from '../../support/server-process.js';

const isAbsent = pgbouncer === undefined;

describe.skipIf(isAbsent || provider !== 'postgresql')(`with a transaction pooler${reason}`, () => {
  let [one, other]: TestApp[] = [];

  beforeAll(async () => {
    const directUrl = await migratedDatabase();
    const url = await transactionPooler(directUrl);
    one = await anotherInstance({ url, directUrl });
    other = await anotherInstance({ url, directUrl });
  });

  it('reads, writes and merges, and each of two instances sees the writes of the other', async () => {
    const { id, admin } = await seedOrganization(one!);
    const space = await seedSpace(one!, id);
    const proposal = await openChangeRequest(one!, space, admin.token);
    await proposal.change({ operation: 'insert_page', title: 'Merged', document: { markdown: 'Text.\n' } });
    expect((await proposal.merge()).status).toBe(200);
    const { body } = await other!.rest('GET', `/spaces/${space}/content/path/merged?format=markdown`, admin);
    expect(body).toMatchObject({ title: 'Merged', markdown: expect.stringContaining('Text.') });
  });

  it('returns correct results to many concurrent callers through fewer connections', async () => {
    const { id, admin } = await seedOrganization(one!);
    const people = [admin, await seedMember(one!, id, 'read'), await seedMember(one!, id, 'edit')];
    const callers = Array.from({ length: 90 }, (_, index) => people[index % people.length]!);
    const titles = Array.from({ length: 20 }, (_, index) => `Space ${index}`);
    const writing = titles.map((title, index) =>
      [one!, other!][index % 2]!.rest('POST', `/orgs/${id}/spaces`, { ...admin, body: { title } }),
    );
    const reading = callers.map((person, index) => [one!, other!][index % 2]!.rest('GET', '/user', person));
    expect((await Promise.all(reading)).map(({ body }) => body.id)).toEqual(callers.map((person) => person.id));
    expect((await Promise.all(writing)).map(({ body }) => body.title)).toEqual(titles);
    const { body } = await one!.rest('GET', `/orgs/${id}/spaces?limit=100`, admin);
    expect(body.items.map(({ title }: { title: string }) => title).sort()).toEqual([...titles].sort());
  });

  it('commits a transaction completely or not at all', async () => {
    const { id } = await seedOrganization(one!);
    const rename = (title: string, ends: () => void) =>
      one!.store.transaction(async ({ prisma }) => {
        await prisma.organization.update({ where: { id }, data: { title } });
        ends();
      });
    await rename('Kept', () => {});
    const refused = rename('Lost', () => {
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    const { read } = other!.store;
    const row = await read.first(read.sql.selectFrom('Organization').select('title').where('id', '=', id));
    expect(row).toEqual({ title: 'Kept' });
  });

  it('sends events of one instance to subscribers of another', async () => {
    const { id, admin } = await seedOrganization(one!);
    const events = `subscription { event: organizationEvents(organization: "${id}") { action } }`;
    const followed = await follow(await listen(one!), admin.token, events);
    await other!.rest('POST', `/orgs/${id}/spaces`, { ...admin, body: { title: 'Told' } });
    const [got] = await followed.until(1);
    followed.stop();
    expect(got!.data.event.action).toBe('CREATE_SPACE');
  });

  it('lets a server migrate, seed the database, become ready and stop on SIGINT', async () => {
    const directUrl = await emptyDatabase();
    const env = { DATABASE_URL: await transactionPooler(directUrl), DATABASE_DIRECT_URL: directUrl };
    const server = await startServer({ ...settings, ...env });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await server.stop('SIGINT')).code).toBe(0);
  });

  it('is refused if the pooler does not apply the session settings', async () => {
    const directUrl = await migratedDatabase();
    const url = await transactionPooler(directUrl, '');
    const store = await openStore({ url, directUrl });
    const refused = { detail: { reason: 'STORE_REFUSED' }, message: expect.stringContaining('statement_timeout 0') };
    await expect(store.ping()).rejects.toMatchObject(refused);
    await store.close();
    const start = startServer({ ...settings, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl });
    await expect(start).rejects.toThrow(/ended with 78: .*statement_timeout 0/);
  });
});
