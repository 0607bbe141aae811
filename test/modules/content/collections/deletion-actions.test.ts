import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const writer = await seedMember(test, acme.id, 'create');
const { admin } = acme;
let [outer, inner, deep, shallow] = ['', '', '', ''];

const make = async (kind: string, body: object): Promise<string> =>
  (await test.rest('POST', `/orgs/${acme.id}/${kind}`, { ...admin, body })).body.id;
const change = (path: string, body: object) => test.rest('PATCH', path, { ...admin, body });
const remove = ({ token } = admin) => test.rest('DELETE', `/collections/${outer}`, { token });
const get = (path: string, { token } = admin) => test.rest('GET', path, { token });

beforeEach(async () => {
  outer = await make('collections', { title: 'Outer' });
  inner = await make('collections', { title: 'Inner', parent: outer });
  shallow = await make('spaces', { parent: outer });
  deep = await make('spaces', { parent: inner });
  await test.rest('POST', `/collections/${inner}/permissions`, {
    ...admin,
    body: { role: 'edit', users: [writer.id] },
  });
});

it('deleting answers 204; the collections in it are gone, with what was granted on them', async () => {
  expect((await remove()).status).toBe(204);
  expect([(await get(`/collections/${outer}`)).status, (await get(`/collections/${inner}`)).status]).toEqual([
    404, 404,
  ]);
  const { read, sql } = test.store;
  const grants = await read.all(sql.selectFrom('Grant').select('id').where('collectionId', 'in', [outer, inner]));
  expect(grants).toEqual([]);
});

it('a collection that is not there is 204', async () => {
  await remove();
  expect((await remove()).status).toBe(204);
});

it('its spaces are deleted, and restored at the root as open as they were', async () => {
  await change(`/collections/${inner}`, { defaultLevel: null });
  await remove();
  for (const space of [shallow, deep]) {
    expect((await get(`/spaces/${space}`)).body.deletedAt).toMatch(/Z$/);
    expect((await get(`/spaces/${space}`, writer)).status).toBe(404);
    const { body } = await test.rest('POST', `/spaces/${space}/restore`, admin);
    expect([body.parent, body.visibility, body.deletedAt]).toEqual([undefined, 'private', undefined]);
  }
  expect((await get(`/spaces/${shallow}`, writer)).status).toBe(200);
  // Its collection gave nothing, and the grant went with the collection.
  expect((await get(`/spaces/${deep}`, writer)).status).toBe(404);
});

it('a space that was deleted before keeps its own time', async () => {
  await test.rest('DELETE', `/spaces/${deep}`, admin);
  const { deletedAt } = (await get(`/spaces/${deep}`)).body;
  await remove();
  expect((await get(`/spaces/${deep}`)).body).toMatchObject({ deletedAt });
});

it('it takes the role admin on the collection', async () => {
  expect((await remove(writer)).status).toBe(403);
  await seedGrant(test, acme.id, { to: writer.id, on: outer, role: 'admin' });
  expect((await remove(writer)).status).toBe(204);
});

it('and on all in it: a default level that makes admins of everyone does not reach where another says less', async () => {
  await change(`/collections/${outer}`, { defaultLevel: 'admin' });
  await change(`/spaces/${deep}`, { defaultLevel: 'read' });
  const { status, body } = await remove(writer);
  expect([status, body.error.message]).toEqual([
    403,
    'space.delete needs the role admin on everything in the collection; your role is lower on 1',
  ]);
  expect((await get(`/spaces/${deep}`)).body.deletedAt).toBeUndefined();
});

it('of a deletion and what is put into the collection at the same time nothing is left behind', async () => {
  const put = (kind: string) => test.rest('POST', `/orgs/${acme.id}/${kind}`, { ...admin, body: { parent: outer } });
  const [removed, ...made] = await Promise.all([remove(), put('spaces'), put('collections'), put('spaces')]);
  expect(removed!.status).toBe(204);
  for (const { status, body } of made) {
    expect([201, 400]).toContain(status);
    if (status === 201 && body.object === 'space')
      expect((await get(`/spaces/${body.id}`)).body).toHaveProperty('deletedAt');
    if (status === 201 && body.object === 'collection') expect((await get(`/collections/${body.id}`)).status).toBe(404);
  }
});

it('costs the same number of batches for one space and for twenty', async () => {
  const cost = async (count: number) => {
    const id = await make('collections', {});
    await Promise.all(Array.from({ length: count }, () => make('spaces', { parent: id })));
    return (await test.batches(() => test.rest('DELETE', `/collections/${id}`, admin))).length;
  };
  expect(await cost(20)).toBe(await cost(1));
});
