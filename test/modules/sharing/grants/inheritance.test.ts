import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { makePlace } from './people.js';

const test = await testApp();
let organization: { id: string; admin: Person };
/** outer > middle > inner > space; the levels of the collections are as given, the space inherits. */
let outer: string;
let middle: string;
let inner: string;
let space: string;

beforeAll(async () => {
  organization = await seedOrganization(test);
  outer = await makePlace(test, organization, { kind: 'collection', defaultLevel: null });
  middle = await makePlace(test, organization, { kind: 'collection', parent: outer });
  inner = await makePlace(test, organization, { kind: 'collection', parent: middle });
  space = await makePlace(test, organization, { kind: 'space', parent: inner });
});

const grant = (path: string, body: object) => test.rest('POST', `${path}/permissions`, { ...organization.admin, body });

/** What someone may do on the space, and whether lists have it. */
async function seen({ token }: Person) {
  const { status, body } = await test.rest('GET', `/spaces/${space}`, { token });
  const list = await test.rest('GET', `/orgs/${organization.id}/spaces`, { token });
  const { view, edit, review, admin } = body.permissions ?? {};
  return { status, listed: list.body.count, view, edit, review, admin };
}

const nothing = { status: 404, listed: 0 };
const editing = { status: 200, listed: 1, view: true, edit: true, review: false, admin: false };

describe('a grant on an outer collection', () => {
  it.each([null, 'read', 'create'] as const)(
    'opens the spaces levels below to a member with the role %s',
    async (role) => {
      const person = await seedMember(test, organization.id, role);
      expect(await seen(person)).toMatchObject(nothing);
      await grant(`/collections/${outer}`, { role: 'edit', users: [person.id] });
      expect(await seen(person)).toEqual(editing);
      for (const id of [outer, middle, inner])
        expect((await test.rest('GET', `/collections/${id}`, person)).status).toBe(200);
      await grant(`/collections/${outer}`, { role: null, users: [person.id] });
      expect(await seen(person)).toMatchObject(nothing);
    },
  );

  it('to a team opens them to its members', async () => {
    const person = await seedMember(test, organization.id, null);
    const team = await seedTeam(test, organization.id, { members: [person.id] });
    await grant(`/collections/${outer}`, { role: 'edit', teams: [team] });
    expect(await seen(person)).toEqual(editing);
    await test.rest('DELETE', `/collections/${outer}/permissions/teams/${team}`, organization.admin);
    expect(await seen(person)).toMatchObject(nothing);
  });

  it('and a lower one below leave the higher role; a higher one below wins there', async () => {
    const person = await seedMember(test, organization.id, null);
    await grant(`/collections/${outer}`, { role: 'edit', users: [person.id] });
    await grant(`/collections/${inner}`, { role: 'read', users: [person.id] });
    expect(await seen(person)).toEqual(editing);
    await grant(`/spaces/${space}`, { role: 'review', users: [person.id] });
    expect(await seen(person)).toEqual({ ...editing, review: true });
  });

  it('of the role admin lets its holder grant below, and nowhere else', async () => {
    const person = await seedMember(test, organization.id, null);
    const friend = await seedMember(test, organization.id, null);
    const elsewhere = await makePlace(test, organization, { kind: 'space', defaultLevel: null });
    await grant(`/collections/${middle}`, { role: 'admin', users: [person.id] });
    const body = { role: 'admin', users: [friend.id] };
    const give = async (path: string) => (await test.rest('POST', `${path}/permissions`, { ...person, body })).status;
    expect(await give(`/spaces/${space}`)).toBe(204);
    expect(await give(`/collections/${inner}`)).toBe(204);
    expect(await give(`/collections/${outer}`)).toBe(404);
    expect(await give(`/spaces/${elsewhere}`)).toBe(404);
    expect((await seen(friend)).admin).toBe(true);
  });
});

describe('the default level', () => {
  const level = (path: string, defaultLevel: string | null) =>
    test.rest('PATCH', path, { ...organization.admin, body: { defaultLevel } });

  it('null gives members nothing, inherit gives their own role, a level that level; guests nothing', async () => {
    const [member, guest] = [
      await seedMember(test, organization.id, 'review'),
      await seedMember(test, organization.id, null),
    ];
    expect([await seen(member), await seen(guest)]).toMatchObject([nothing, nothing]);
    await level(`/collections/${outer}`, 'inherit');
    expect([await seen(member), await seen(guest)]).toMatchObject([{ ...editing, review: true }, nothing]);
    await level(`/collections/${middle}`, 'edit');
    expect([await seen(member), await seen(guest)]).toMatchObject([editing, nothing]);
    await level(`/spaces/${space}`, null);
    expect([await seen(member), await seen(guest)]).toMatchObject([nothing, nothing]);
  });

  it('and a grant: the higher of the two counts', async () => {
    const member = await seedMember(test, organization.id, 'read');
    await level(`/spaces/${space}`, 'edit');
    await grant(`/spaces/${space}`, { role: 'read', users: [member.id] });
    expect(await seen(member)).toMatchObject(editing);
    await grant(`/spaces/${space}`, { role: 'review', users: [member.id] });
    expect(await seen(member)).toMatchObject({ ...editing, review: true });
  });
});
