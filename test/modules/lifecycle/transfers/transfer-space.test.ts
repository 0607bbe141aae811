import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../../../src/modules/lifecycle/transfers/lock-transfer.js';
import { transfer as transferring } from '../../../../src/modules/lifecycle/transfers/transfer-actions.js';
import type { Work } from '../../../../src/platform/db/write/transaction.js';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { seedGrant, seedMember, seedStranger } from '../../../support/seed.js';
import { seedLinkSpace } from '../../links/link-kit.js';
import { seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { addMember, eventsOf, expectCompleteRevisions, organizationsOfSpaceRows, setScene } from './transfer-kit.js';

const test = await testApp();
const scene = await setScene(test);
const { from, to, fromAdmin, toAdmin, both, transfer } = scene;
const owner = { id: from, admin: both };
const get = (path: string, { token }: { token: string } = both) => test.rest('GET', path, { token });
const post = (path: string, body: object, { token }: { token: string } = both) =>
  test.rest('POST', path, { token, body });
const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `About ${title}.\n` } });

describe('the transfer of a space', () => {
  it('moves it unchanged to the end of the root of the target organization', async () => {
    const [manual, last] = [await seedManual(test, owner), await seedManual(test, { id: to, admin: toAdmin })];
    const before = (await get(`/spaces/${manual.id}`)).body;
    const { status, body } = await transfer(manual.id);
    expect([status, body.organization, body.id]).toEqual([200, to, manual.id]);
    expect({ ...body, organization: from, updatedAt: null }).toEqual({ ...before, updatedAt: null });
    const { read } = test.store;
    const positions = read.sql.selectFrom('Space').select('id').where('organizationId', '=', to).orderBy('position');
    expect((await read.all(positions)).map(({ id }) => id)).toEqual([last.id, manual.id]);
  });

  it('makes it visible to members of the target organization only', async () => {
    const manual = await seedManual(test, owner);
    const proposal = await openChangeRequest(test, manual.id, both.token);
    const { revision } = (await get(`/spaces/${manual.id}`)).body;
    await transfer(manual.id);
    const paths = [
      '',
      '/content',
      '/content/path/guide/use',
      `/revisions/${revision}`,
      `/change-requests/${proposal.id}`,
    ];
    for (const path of paths) {
      expect((await get(`/spaces/${manual.id}${path}`, toAdmin)).status).toBe(200);
      expect((await get(`/spaces/${manual.id}${path}`, fromAdmin)).status).toBe(404);
    }
    const listed = async (organization: string) => (await get(`/orgs/${organization}/spaces?limit=1000`)).body.items;
    const ids = async (organization: string) => (await listed(organization)).map(({ id }: { id: string }) => id);
    expect([(await ids(from)).includes(manual.id), (await ids(to)).includes(manual.id)]).toEqual([false, true]);
  });

  it('moves the content of all revisions, including those of change requests, and files can be downloaded', async () => {
    const manual = await seedManual(test, owner);
    const [merged, open] = [
      await openChangeRequest(test, manual.id, both.token),
      await openChangeRequest(test, manual.id, both.token),
    ];
    await merged.change(insert('Merged'));
    await merged.change(insert('Later'));
    await merged.merge();
    await open.change(insert('Open'));
    await transfer(manual.id);
    expect(await expectCompleteRevisions(test, manual.id)).toBe(6);
    expect(await organizationsOfSpaceRows(test, manual.id)).toEqual([to]);
    const { items } = (await get(`/spaces/${manual.id}/content/files`, toAdmin)).body;
    const download = new URL(items[0].downloadURL);
    expect((await test.app.inject({ url: download.pathname + download.search })).statusCode).toBe(200);
  });

  it('preserves change requests, which can be edited and merged, and revisions, to which the space can be reverted', async () => {
    const manual = await seedManual(test, owner);
    const { revision } = (await get(`/spaces/${manual.id}`)).body;
    const before = await openChangeRequest(test, manual.id, both.token);
    await before.change(insert('Before'));
    await transfer(manual.id);
    expect((await before.change(insert('After'))).status).toBe(200);
    expect((await before.merge()).body.result).toBe('merge');
    expect((await openChangeRequest(test, manual.id, toAdmin.token)).number).toBe(before.number + 1);
    const back =
      'mutation ($space: ID!, $to: ID!) { revertTo(input: { space: $space, revision: $to }) { revision { id } } }';
    const { errors } = await test.graphql(back, { ...toAdmin, variables: { space: manual.id, to: revision } });
    expect(errors).toBeUndefined();
    await expectCompleteRevisions(test, manual.id);
  });

  it('can be reversed, and then also moves the content that was written meanwhile', async () => {
    const manual = await seedManual(test, owner);
    await transfer(manual.id);
    const proposal = await openChangeRequest(test, manual.id, both.token);
    await proposal.change(insert('Abroad'));
    await proposal.merge();
    expect((await transfer(manual.id, both, from)).body.organization).toBe(from);
    await expectCompleteRevisions(test, manual.id);
    expect((await get(`/spaces/${manual.id}/content/path/abroad`, fromAdmin)).status).toBe(200);
  });

  it('removes the grants on the space and its invite links', async () => {
    const manual = await seedManual(test, owner);
    const [guest, friend] = [await seedMember(test, from, null), await seedMember(test, from, null)];
    await addMember(test, to, { id: friend.id, role: 'read' });
    for (const { id } of [guest, friend]) await seedGrant(test, from, { to: id, on: manual.id, role: 'edit' });
    const link = await post(`/orgs/${from}/link-invites`, { space: manual.id, level: 'edit' });
    await transfer(manual.id);
    for (const list of ['users', 'teams'])
      expect((await get(`/spaces/${manual.id}/permissions/${list}`)).body.items).toEqual([]);
    expect((await get(`/spaces/${manual.id}`, guest)).status).toBe(404);
    expect((await get(`/spaces/${manual.id}`, friend)).body.permissions.edit).toBe(false);
    const stranger = await seedStranger(test);
    for (const organization of [from, to])
      expect((await post(`/orgs/${organization}/invites/${link.body.id}`, {}, stranger)).status).toBe(404);
  });

  it('makes it searchable in the target organization only', async () => {
    const manual = await seedManual(test, owner);
    const proposal = await openChangeRequest(test, manual.id, both.token);
    await proposal.change({ ...insert('Zebra'), document: { markdown: 'Quaggas.\n' } });
    await proposal.merge();
    const found = async (path: string) => (await get(`${path}/search?query=quaggas`)).body.items.length;
    expect([await found(`/orgs/${from}`), await found(`/orgs/${to}`)]).toEqual([1, 0]);
    await transfer(manual.id);
    expect([await found(`/orgs/${from}`), await found(`/orgs/${to}`), await found(`/spaces/${manual.id}`)]).toEqual([
      0, 1, 1,
    ]);
  });

  it('breaks links from and to it for viewers of one organization, but not for viewers of both', async () => {
    const target = await seedLinkSpace(test, { 'README.md': '# Target\n\n[inside](b.md)\n', 'b.md': '# B\n' }, owner);
    const address = `docgraph:space/${target.space}/page/${await target.page('b')}`;
    const source = await seedLinkSpace(test, { 'README.md': `# Source\n\n[B](${address})\n` }, owner);
    const statuses = async (space: string, who: { token: string }) =>
      (await get(`/spaces/${space}/links`, who)).body.items.map(({ status }: { status: string }) => status);
    const path = `/spaces/${target.space}/content/page/${await target.page('b')}/backlinks`;
    const backlinks = async (who: { token: string }) => (await get(path, who)).body.items?.length;
    expect([await statuses(source.space, fromAdmin), await backlinks(fromAdmin)]).toEqual([['ok'], 2]);
    await transfer(target.space);
    expect([await statuses(source.space, fromAdmin), await statuses(source.space, both)]).toEqual([['broken'], ['ok']]);
    expect(await statuses(target.space, toAdmin)).toEqual(['ok']);
    expect([await backlinks(toAdmin), await backlinks(both), await backlinks(fromAdmin)]).toEqual([1, 1, undefined]);
    await transfer(source.space);
    expect([await statuses(source.space, toAdmin), await backlinks(toAdmin)]).toEqual([['ok'], 2]);
  });

  it('is logged in both organizations', async () => {
    const manual = await seedManual(test, owner);
    await transfer(manual.id);
    const event = { action: 'transferSpace', targetId: manual.id, changes: { from, to } };
    for (const organization of [from, to]) {
      const events = await eventsOf(test, organization);
      expect(events.filter(({ targetId, action }) => targetId === manual.id && action === event.action)).toEqual([
        { sequence: events.length, ...event },
      ]);
    }
  });

  it('ends the level and the access that the space inherited from its collection', async () => {
    const parent = (await post(`/orgs/${from}/collections`, {})).body.id;
    await test.rest('PATCH', `/collections/${parent}`, { ...both, body: { defaultLevel: 'edit' } });
    const space = (await post(`/orgs/${from}/spaces`, { parent })).body.id;
    const { status, body } = await transfer(space);
    expect([status, body.parent, body.visibility]).toEqual([200, undefined, 'private']);
    const reader = await seedMember(test, to, 'read');
    expect((await get(`/spaces/${space}`, reader)).body.permissions).toMatchObject({ view: true, edit: false });
    const { body: items } = await get(`/collections/${parent}/spaces`);
    expect(items.count).toBe(0);
  });

  it('returns 404 for a deleted space, which can still be restored in its organization', async () => {
    const manual = await seedManual(test, owner);
    await test.rest('DELETE', `/spaces/${manual.id}`, both);
    expect((await transfer(manual.id)).status).toBe(404);
    expect((await post(`/spaces/${manual.id}/restore`, {})).body.organization).toBe(from);
  });

  it('returns 409 if it is already in the organization', async () => {
    const manual = await seedManual(test, owner);
    const before = await eventsOf(test, from);
    expect((await transfer(manual.id, both, from)).status).toBe(409);
    expect(await eventsOf(test, from)).toEqual(before);
  });

  it('returns 412 while a site shows it, and changes nothing', async () => {
    const manual = await seedManual(test, owner);
    await post(`/orgs/${from}/sites`, { spaces: [manual.id] });
    const { status, body } = await transfer(manual.id);
    expect([status, body.error.code]).toEqual([412, 412]);
    expect(body.error.message).toContain('while a site of its organization shows it');
    expect(await organizationsOfSpaceRows(test, manual.id)).toEqual([from]);
  });

  it('runs as many statements for many pages and a long history as for few', async () => {
    const [small, large] = [await seedManual(test, owner), await seedManual(test, owner)];
    for (let round = 0; round < 6; round += 1) {
      const proposal = await openChangeRequest(test, round === 0 ? small.id : large.id, both.token);
      await proposal.change(...Array.from({ length: 10 }, (_, page) => insert(`Page ${round} ${page}`)));
      await proposal.merge();
    }
    const cost = await countStatements({ kind: 'space', id: small.id, organization: to });
    expect(await countStatements({ kind: 'space', id: large.id, organization: to })).toBe(cost);
    expect(cost).toBeLessThan(45);
  });

  it.skipIf(provider !== 'sqlite')(
    'finds revisions of a change request by an index (Postgres plans depend on the number of rows)',
    async () => {
      const { read } = test.store;
      const plan = sql<{ detail: string }>`explain query plan update "Revision" set "organizationId" = ${to}
      where "organizationId" = ${from} and "changeRequestId" = ${'cr'}`;
      expect((await read.all(plan)).map(({ detail }) => detail)).toEqual([
        expect.stringContaining('(changeRequestId=?)'),
      ]);
    },
  );
});

/** Returns the number of statements that a transfer runs in its transactions. */
async function countStatements(request: Transfer): Promise<number> {
  let count = 0;
  const withCounter = <T extends object>(target: T, names: string[]): T =>
    new Proxy(target, {
      get(inner, name) {
        const member = inner[name as keyof T] as unknown;
        if (names.includes(String(name))) count += 1;
        return typeof member === 'object' && member !== null && !names.includes('all')
          ? withCounter(member, writes)
          : member;
      },
    });
  const writes = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany', 'findMany', 'count'];
  const store = {
    ...test.store,
    transaction: <Result>(work: Work<Result>) =>
      test.store.transaction((tx) =>
        work({ ...tx, prisma: withCounter(tx.prisma, writes), read: withCounter(tx.read, ['all', 'first', 'perKey']) }),
      ),
  };
  await transferring({ store, viewer: test.operator }, request);
  return count;
}
