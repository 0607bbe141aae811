import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { createSpaceOrCollection } from './grant-kit.js';

const test = await testApp();
let organization: { id: string; admin: Person };
let otherOrganization: { id: string; admin: Person };
let member: Person;

beforeAll(async () => {
  organization = await seedOrganization(test);
  otherOrganization = await seedOrganization(test, 'Other');
  member = await seedMember(test, organization.id, 'create');
});

const combinations = (['space', 'collection'] as const).flatMap((kind) =>
  (['user', 'team'] as const).map((holder) => ({ kind, holder })),
);

describe.each(combinations)('the role of a $holder on a $kind', ({ kind, holder }) => {
  let place: string;
  let holderId: string;
  let foreignId: string;
  const path = (id = holderId) => `/${kind}s/${place}/permissions/${holder}s/${id}`;
  const change = (body: unknown, { token = organization.admin.token, id = holderId } = {}) =>
    test.rest('PATCH', path(id), { token, body });
  const remove = (token = organization.admin.token, id = holderId) => test.rest('DELETE', path(id), { token });
  const roles = async () => {
    const { body } = await test.rest('GET', `/${kind}s/${place}/permissions/${holder}s`, organization.admin);
    return body.items.map((item: any) => item.permission);
  };

  beforeAll(async () => {
    place = await createSpaceOrCollection(test, organization, { kind });
    holderId =
      holder === 'user'
        ? (await seedMember(test, organization.id, null)).id
        : await seedTeam(test, organization.id, { members: [member.id] });
    foreignId = holder === 'user' ? otherOrganization.admin.id : await seedTeam(test, otherOrganization.id);
  });

  it('can be set, changed, and removed with null, and stays if absent from the request, always with 204', async () => {
    expect([await change({ role: 'edit' }), await roles()]).toMatchObject([{ status: 204, body: undefined }, ['edit']]);
    expect([(await change({ role: 'review' })).status, await roles()]).toEqual([204, ['review']]);
    expect([(await change({})).status, await roles()]).toEqual([204, ['review']]);
    expect([(await change(undefined)).status, await roles()]).toEqual([204, ['review']]);
    expect([(await change({ role: null })).status, await roles()]).toEqual([204, []]);
    expect([(await change({})).status, await roles()]).toEqual([204, []]);
  });

  it('is removed by DELETE, also repeatedly, with 204', async () => {
    await change({ role: 'edit' });
    expect([await remove(), await roles()]).toMatchObject([{ status: 204, body: undefined }, []]);
    expect([(await remove()).status, await roles()]).toEqual([204, []]);
  });

  it('returns the same 404, and 204 for DELETE, for a holder of another organization as for an unknown id', async () => {
    const [foreign, unknown] = [
      await change({ role: 'read' }, { id: foreignId }),
      await change({ role: 'read' }, { id: 'nobody' }),
    ];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body.error.message.replace(foreignId, 'nobody')).toBe(unknown.body.error.message);
    expect((await change({}, { id: foreignId })).status).toBe(404);
    expect((await remove(organization.admin.token, foreignId)).status).toBe(204);
    expect(await roles()).toEqual([]);
  });

  it('returns 400 for an unknown role', async () => {
    expect((await change({ role: 'owner' })).status).toBe(400);
  });

  it('returns 403 to a caller without the role admin on it', async () => {
    await change({ role: 'edit' });
    expect((await change({ role: 'admin' }, member)).status).toBe(403);
    expect((await remove(member.token)).status).toBe(403);
    expect(await roles()).toEqual(['edit']);
  });

  it('returns 401 without a token', async () => {
    expect((await test.rest('PATCH', path(), { body: {} })).status).toBe(401);
    expect((await test.rest('DELETE', path())).status).toBe(401);
  });

  it('returns 404, and 204 for a DELETE without an effect, to a caller who may not see the space or collection', async () => {
    await change({ role: 'edit' });
    expect((await change({ role: 'read' }, otherOrganization.admin)).status).toBe(404);
    expect((await remove(otherOrganization.admin.token)).status).toBe(204);
    expect(await roles()).toEqual(['edit']);
  });
});
