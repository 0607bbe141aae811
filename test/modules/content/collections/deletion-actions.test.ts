import { beforeEach, describe, expect, it } from 'vitest';
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

describe('deleting a collection', () => {
  it('deletes the collection, the collections in it and their grants, and returns 204', async () => {
    expect((await remove()).status).toBe(204);
    expect([(await get(`/collections/${outer}`)).status, (await get(`/collections/${inner}`)).status]).toEqual([
      404, 404,
    ]);
    const { read, sql } = test.store;
    const grants = await read.all(sql.selectFrom('Grant').select('id').where('collectionId', 'in', [outer, inner]));
    expect(grants).toEqual([]);
  });

  it('returns 204 for a collection that does not exist', async () => {
    await remove();
    expect((await remove()).status).toBe(204);
  });

  it('deletes its spaces, which are at the root with the same access when they are restored', async () => {
    await change(`/collections/${inner}`, { defaultLevel: null });
    await remove();
    for (const space of [shallow, deep]) {
      expect((await get(`/spaces/${space}`)).body.deletedAt).toMatch(/Z$/);
      expect((await get(`/spaces/${space}`, writer)).status).toBe(404);
      const { body } = await test.rest('POST', `/spaces/${space}/restore`, admin);
      expect([body.parent, body.visibility, body.deletedAt]).toEqual([undefined, 'private', undefined]);
    }
    expect((await get(`/spaces/${shallow}`, writer)).status).toBe(200);
    // The `defaultLevel` of the inner collection is null, and the grant on this collection was deleted with it.
    expect((await get(`/spaces/${deep}`, writer)).status).toBe(404);
  });

  it('does not change `deletedAt` of a space that was already deleted', async () => {
    await test.rest('DELETE', `/spaces/${deep}`, admin);
    const { deletedAt } = (await get(`/spaces/${deep}`)).body;
    await remove();
    expect((await get(`/spaces/${deep}`)).body).toMatchObject({ deletedAt });
  });

  it('requires the role admin on the collection', async () => {
    expect((await remove(writer)).status).toBe(403);
    await seedGrant(test, acme.id, { to: writer.id, on: outer, role: 'admin' });
    expect((await remove(writer)).status).toBe(204);
  });

  it('requires the role admin on each space in it, even if the default level of the collection is admin', async () => {
    await change(`/collections/${outer}`, { defaultLevel: 'admin' });
    await change(`/spaces/${deep}`, { defaultLevel: 'read' });
    const { status, body } = await remove(writer);
    expect([status, body.error.message]).toEqual([
      403,
      'space.delete needs the role admin on everything in the collection; your role is lower on 1',
    ]);
    expect((await get(`/spaces/${deep}`)).body.deletedAt).toBeUndefined();
  });

  it('leaves no object in the collection when objects are created in it at the same time', async () => {
    const put = (kind: string) => test.rest('POST', `/orgs/${acme.id}/${kind}`, { ...admin, body: { parent: outer } });
    const [removed, ...createResponses] = await Promise.all([
      remove(),
      put('spaces'),
      put('collections'),
      put('spaces'),
    ]);
    expect(removed!.status).toBe(204);
    for (const { status, body } of createResponses) {
      expect([201, 400]).toContain(status);
      if (status === 201 && body.object === 'space')
        expect((await get(`/spaces/${body.id}`)).body).toHaveProperty('deletedAt');
      if (status === 201 && body.object === 'collection')
        expect((await get(`/collections/${body.id}`)).status).toBe(404);
    }
  });

  it('takes as many batches for twenty spaces as for one', async () => {
    const cost = async (count: number) => {
      const id = await make('collections', {});
      await Promise.all(Array.from({ length: count }, () => make('spaces', { parent: id })));
      return (await test.batches(() => test.rest('DELETE', `/collections/${id}`, admin))).length;
    };
    expect(await cost(20)).toBe(await cost(1));
  });
});
