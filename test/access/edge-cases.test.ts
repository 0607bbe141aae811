import { expect, it } from 'vitest';
import { actionsOf } from '../../src/access/scopes.js';
import { updateCollection } from '../../src/modules/content/collections/actions.js';
import { newId } from '../../src/platform/base/ids.js';
import { openChangeRequest } from '../modules/review/change-requests/proposal.js';
import { testApp } from '../support/app.js';
import { seedGrant, seedMember, seedOrganization, seedSpace } from '../support/seed.js';
import { signal } from '../support/signal.js';
import { waitForBlockedTransactions } from '../support/waiting.js';

const test = await testApp();
const acme = await seedOrganization(test);
const set = (path: string, body: object) => test.rest('PATCH', path, { ...acme.admin, body });
const create = async (kind: string, body: object): Promise<string> =>
  (await test.rest('POST', `/orgs/${acme.id}/${kind}`, { ...acme.admin, body })).body.id;

it.each(['spaces', 'collections'])(
  "a change of %s that removes the caller's own right to see the object returns the changed object",
  async (kind) => {
    const member = await seedMember(test, acme.id, 'read');
    const id = await create(kind, {});
    await set(`/${kind}/${id}`, { defaultLevel: 'admin' });
    const changed = await test.rest('PATCH', `/${kind}/${id}`, { ...member, body: { defaultLevel: null } });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { id, defaultLevel: null, permissions: { view: false } },
    ]);
    expect((await test.rest('GET', `/${kind}/${id}`, member)).status).toBe(404);
  },
);

it('a token that may only create receives the created object in the response', async () => {
  const member = await seedMember(test, acme.id, 'create');
  const where = { userId: member.id };
  const data = { scopes: ['organization:createContent'] };
  await test.store.transaction(async ({ prisma }) => void (await prisma.accessToken.updateMany({ where, data })));
  const { status, body } = await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...member, body: { title: 'New' } });
  expect([status, body.title]).toEqual([201, 'New']);
});

it('a request for the number of an invisible change request gets a response without its id', async () => {
  const outsider = await seedMember(test, (await seedOrganization(test)).id, 'admin');
  const space = await seedSpace(test, acme.id);
  const { id } = await openChangeRequest(test, space, acme.admin.token);
  const ask = (number: number) =>
    test.rest('PATCH', `/spaces/${space}/change-requests/${number}`, { ...outsider, body: { subject: 'Mine' } });
  const [refused, missing] = [await ask(1), await ask(2)];
  expect([refused.status, missing.status]).toEqual([404, 404]);
  expect(refused.body.error.message.replace('"1"', '"2"')).toBe(missing.body.error.message);
  expect(JSON.stringify(refused.body)).not.toContain(id);
});

it('a site cannot show a space that its creator may not see (400, as for an unknown space) or may not publish (403)', async () => {
  const member = await seedMember(test, acme.id, 'create');
  const space = await seedSpace(test, acme.id);
  await set(`/spaces/${space}`, { defaultLevel: null });
  const make = (id: string) => test.rest('POST', `/orgs/${acme.id}/sites`, { ...member, body: { spaces: [id] } });
  const unknown = 'spc_00000000000000000000000000';
  const [refused, missing] = [await make(space), await make(unknown)];
  expect([refused.status, missing.status]).toEqual([400, 400]);
  expect(JSON.stringify(refused.body).replaceAll(space, unknown)).toBe(JSON.stringify(missing.body));
  await set(`/spaces/${space}`, { defaultLevel: 'review' });
  expect((await make(space)).body.error.message).toBe('space.publish needs the role create; yours is review');
  await seedGrant(test, acme.id, { to: member.id, on: space, role: 'create' });
  expect((await make(space)).status).toBe(201);
});

it('reading a space in a collection as an admin takes as many batches as reading a space without one', async () => {
  const parent = await create('collections', {});
  const [below, loose] = [await create('spaces', { parent }), await create('spaces', {})];
  const read = async (id: string) => (await test.rest('GET', `/spaces/${id}`, acme.admin)).body;
  expect((await read(below)).parent).toBe(parent);
  const without = await test.batches(() => read(loose));
  expect(await test.batches(() => read(below))).toHaveLength(without.length);
});

it('the parent collection is omitted if the viewer may not see it, in GraphQL and on /v1', async () => {
  const guest = await seedMember(test, acme.id, null);
  const parent = await create('collections', { title: 'Hidden' });
  const space = await create('spaces', { parent });
  await seedGrant(test, acme.id, { to: guest.id, on: space, role: 'read' });
  const { status, body } = await test.rest('GET', `/spaces/${space}`, guest);
  expect([status, 'parent' in body]).toEqual([200, false]);
  const query = 'query ($id: ID!) { space(id: $id) { id parent { title } parentId } }';
  const { data } = await test.graphql(query, { ...guest, variables: { id: space } });
  expect(data.space).toEqual({ id: space, parent: null, parentId: null });
});

it('only admins see a deleted space and its contents', async () => {
  const member = await seedMember(test, acme.id, 'create');
  const space = await seedSpace(test, acme.id);
  await seedGrant(test, acme.id, { to: member.id, on: space, role: 'admin' });
  const proposal = await openChangeRequest(test, space, member.token);
  const { body } = await test.rest('GET', `/spaces/${space}`, member);
  const { body: content } = await test.rest('GET', `/spaces/${space}/content/pages`, member);
  const ids = [space, proposal.id, body.revision, content.pages[0].id];
  const find = async (person: { token: string }) =>
    (await test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ...person, variables: { ids } })).data
      .nodes;
  expect(await find(member)).toEqual(ids.map((id) => ({ id })));
  await test.store.transaction(
    async ({ prisma }) => void (await prisma.space.update({ where: { id: space }, data: { deletedAt: new Date() } })),
  );
  expect(await find(member)).toEqual(ids.map(() => null));
  expect(await find(acme.admin)).toEqual(ids.map((id) => ({ id })));
  const paths = ['', '/content', '/content/pages', '/change-requests', `/change-requests/${proposal.id}`];
  for (const path of paths) expect((await test.rest('GET', `/spaces/${space}${path}`, member)).status).toBe(404);
  expect((await test.rest('POST', `/spaces/${space}/change-requests`, { ...member, body: {} })).status).toBe(404);
  const list = async (what: string) =>
    (await test.rest('GET', `/orgs/${acme.id}/${what}?limit=1000`, member)).body.items.map(
      (item: { id: string }) => item.id,
    );
  expect([await list('spaces'), await list('change-requests')].flat()).not.toEqual(expect.arrayContaining([space]));
  expect(await list('change-requests')).not.toContain(proposal.id);
});

it('a collection that is created while the level of an ancestor changes gets the new level', async () => {
  const top = await create('collections', {});
  const inner = await create('collections', { parent: top });
  const id = newId('Collection');
  const locked = signal();
  const insert = test.store.transaction(async (tx) => {
    await tx.lock('Collection', inner);
    locked.give();
    await waitForBlockedTransactions(test);
    const at = new Date();
    const levels = { defaultLevel: 'inherit', resolvedLevel: 'inherit', createdAt: at, updatedAt: at };
    await tx.prisma.collection.create({
      data: { id, organizationId: acme.id, title: 'Late', parentId: inner, ...levels },
    });
    const data = [id, inner, top].map((ancestorId) => ({ organizationId: acme.id, collectionId: id, ancestorId }));
    await tx.prisma.collectionAncestor.createMany({ data });
  });
  await locked.given;
  const actor = { store: test.store, viewer: test.operator };
  await Promise.all([insert, updateCollection(actor, top, { defaultLevel: 'comment' })]);
  const { read } = test.store;
  const query = read.sql.selectFrom('Collection').select('resolvedLevel').where('id', '=', id);
  expect((await read.first(query))!.resolvedLevel).toBe('comment');
});

it('tokens with the scope read or agent cannot read invite links, which are credentials', () => {
  for (const scope of ['read', 'agent'])
    expect([...actionsOf([scope])].filter((action) => action.endsWith('InviteLinks'))).toEqual([]);
});
