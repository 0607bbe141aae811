import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { createSpaceOrCollection } from './grant-kit.js';

const test = await testApp();
let organization: { id: string; admin: Person };
/** Ids of the collections outer > middle > inner, and of a space in `inner`. `outer` has the default level null. */
let outer: string;
let middle: string;
let inner: string;
let space: string;

beforeAll(async () => {
  organization = await seedOrganization(test);
  outer = await createSpaceOrCollection(test, organization, { kind: 'collection', defaultLevel: null });
  middle = await createSpaceOrCollection(test, organization, { kind: 'collection', parent: outer });
  inner = await createSpaceOrCollection(test, organization, { kind: 'collection', parent: middle });
  space = await createSpaceOrCollection(test, organization, { kind: 'space', parent: inner });
});

const grant = (path: string, body: object) => test.rest('POST', `${path}/permissions`, { ...organization.admin, body });

/** Returns the permissions of a person on the space, and the number of spaces that the person can list. */
async function accessOf({ token }: Person) {
  const { status, body } = await test.rest('GET', `/spaces/${space}`, { token });
  const list = await test.rest('GET', `/orgs/${organization.id}/spaces`, { token });
  const { view, edit, review, admin } = body.permissions ?? {};
  return { status, listed: list.body.count, view, edit, review, admin };
}

const noAccess = { status: 404, listed: 0 };
const editAccess = { status: 200, listed: 1, view: true, edit: true, review: false, admin: false };

describe('a grant on an outer collection', () => {
  it.each([null, 'read', 'create'] as const)(
    'gives a member with the role %s access to a space in nested collections',
    async (role) => {
      const person = await seedMember(test, organization.id, role);
      expect(await accessOf(person)).toMatchObject(noAccess);
      await grant(`/collections/${outer}`, { role: 'edit', users: [person.id] });
      expect(await accessOf(person)).toEqual(editAccess);
      for (const id of [outer, middle, inner])
        expect((await test.rest('GET', `/collections/${id}`, person)).status).toBe(200);
      await grant(`/collections/${outer}`, { role: null, users: [person.id] });
      expect(await accessOf(person)).toMatchObject(noAccess);
    },
  );

  it('gives access to the members of a team', async () => {
    const person = await seedMember(test, organization.id, null);
    const team = await seedTeam(test, organization.id, { members: [person.id] });
    await grant(`/collections/${outer}`, { role: 'edit', teams: [team] });
    expect(await accessOf(person)).toEqual(editAccess);
    await test.rest('DELETE', `/collections/${outer}/permissions/teams/${team}`, organization.admin);
    expect(await accessOf(person)).toMatchObject(noAccess);
  });

  it('is not reduced by a lower grant on a nested collection, but extended by a higher grant on the space', async () => {
    const person = await seedMember(test, organization.id, null);
    await grant(`/collections/${outer}`, { role: 'edit', users: [person.id] });
    await grant(`/collections/${inner}`, { role: 'read', users: [person.id] });
    expect(await accessOf(person)).toEqual(editAccess);
    await grant(`/spaces/${space}`, { role: 'review', users: [person.id] });
    expect(await accessOf(person)).toEqual({ ...editAccess, review: true });
  });

  it('with the role admin lets its holder grant roles in that collection only', async () => {
    const person = await seedMember(test, organization.id, null);
    const friend = await seedMember(test, organization.id, null);
    const elsewhere = await createSpaceOrCollection(test, organization, { kind: 'space', defaultLevel: null });
    await grant(`/collections/${middle}`, { role: 'admin', users: [person.id] });
    const body = { role: 'admin', users: [friend.id] };
    const give = async (path: string) => (await test.rest('POST', `${path}/permissions`, { ...person, body })).status;
    expect(await give(`/spaces/${space}`)).toBe(204);
    expect(await give(`/collections/${inner}`)).toBe(204);
    expect(await give(`/collections/${outer}`)).toBe(404);
    expect(await give(`/spaces/${elsewhere}`)).toBe(404);
    expect((await accessOf(friend)).admin).toBe(true);
  });
});

describe('the default level of a collection', () => {
  const level = (path: string, defaultLevel: string | null) =>
    test.rest('PATCH', path, { ...organization.admin, body: { defaultLevel } });

  it('gives members no access if null, their own role if `inherit`, otherwise its role; guests get none', async () => {
    const [member, guest] = [
      await seedMember(test, organization.id, 'review'),
      await seedMember(test, organization.id, null),
    ];
    expect([await accessOf(member), await accessOf(guest)]).toMatchObject([noAccess, noAccess]);
    await level(`/collections/${outer}`, 'inherit');
    expect([await accessOf(member), await accessOf(guest)]).toMatchObject([{ ...editAccess, review: true }, noAccess]);
    await level(`/collections/${middle}`, 'edit');
    expect([await accessOf(member), await accessOf(guest)]).toMatchObject([editAccess, noAccess]);
    await level(`/spaces/${space}`, null);
    expect([await accessOf(member), await accessOf(guest)]).toMatchObject([noAccess, noAccess]);
  });

  it('is combined with a grant: the higher of the two roles applies', async () => {
    const member = await seedMember(test, organization.id, 'read');
    await level(`/spaces/${space}`, 'edit');
    await grant(`/spaces/${space}`, { role: 'read', users: [member.id] });
    expect(await accessOf(member)).toMatchObject(editAccess);
    await grant(`/spaces/${space}`, { role: 'review', users: [member.id] });
    expect(await accessOf(member)).toMatchObject({ ...editAccess, review: true });
  });
});
