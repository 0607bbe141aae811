import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { makePlace } from './people.js';

const test = await testApp();
let organization: { id: string; admin: Person };
/** outer > middle > inner > space. At first `outer` has the default level null, and the others inherit. */
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

/** Returns the permissions of a person on the space, and the number of spaces in the list. */
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
    'gives a member with the role %s access to spaces levels below',
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

  it('gives access to the members of a team', async () => {
    const person = await seedMember(test, organization.id, null);
    const team = await seedTeam(test, organization.id, { members: [person.id] });
    await grant(`/collections/${outer}`, { role: 'edit', teams: [team] });
    expect(await seen(person)).toEqual(editing);
    await test.rest('DELETE', `/collections/${outer}/permissions/teams/${team}`, organization.admin);
    expect(await seen(person)).toMatchObject(nothing);
  });

  it('is not reduced by a lower grant below it; a higher grant below it takes precedence there', async () => {
    const person = await seedMember(test, organization.id, null);
    await grant(`/collections/${outer}`, { role: 'edit', users: [person.id] });
    await grant(`/collections/${inner}`, { role: 'read', users: [person.id] });
    expect(await seen(person)).toEqual(editing);
    await grant(`/spaces/${space}`, { role: 'review', users: [person.id] });
    expect(await seen(person)).toEqual({ ...editing, review: true });
  });

  it('with the role admin lets its holder grant roles below it, and only there', async () => {
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

  it('gives members nothing if null, their own role if inherit, and otherwise its role; guests get nothing', async () => {
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

  it('and a grant give the higher of the two roles', async () => {
    const member = await seedMember(test, organization.id, 'read');
    await level(`/spaces/${space}`, 'edit');
    await grant(`/spaces/${space}`, { role: 'read', users: [member.id] });
    expect(await seen(member)).toMatchObject(editing);
    await grant(`/spaces/${space}`, { role: 'review', users: [member.id] });
    expect(await seen(member)).toMatchObject({ ...editing, review: true });
  });
});
