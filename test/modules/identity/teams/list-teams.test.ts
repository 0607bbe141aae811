import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import {
  type Person,
  seedGrant,
  seedMember,
  seedOrganization,
  seedSpace,
  seedStranger,
  seedToken,
} from '../../../support/seed.js';
import { makeTeam, type SeededTeam } from './team-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const otherOrganization = await seedOrganization(test, 'Other');
let anna: Person;
let reader: Person;
let guest: Person;
let writers: SeededTeam;
let editors: SeededTeam;

beforeAll(async () => {
  [anna, reader, guest] = [
    await seedMember(test, acme.id, 'edit'),
    await seedMember(test, acme.id, 'read'),
    await seedMember(test, acme.id, null),
  ];
  writers = await makeTeam(test, acme, { title: 'Writers & Übersetzer', owner: [anna], member: [reader] });
  editors = await makeTeam(test, acme, { title: 'Editors', owner: [acme.admin], member: [anna, guest] });
});

const list = (person: { token: string }, query = '') => test.rest('GET', `/orgs/${acme.id}/teams${query}`, person);
const titles = async (query: string) => (await list(reader, query)).body.items.map((team: any) => team.title);

describe('the list of teams', () => {
  it('is ordered newest first, with the counts of each team and the permissions of the caller', async () => {
    const { status, body } = await list(reader);
    expect([status, body.count]).toEqual([200, 2]);
    expect(body.items).toEqual([
      expect.objectContaining({ object: 'team', id: editors.id, title: 'Editors', members: 3, spaces: 0 }),
      expect.objectContaining({ id: writers.id, members: 2, permissions: { admin: false, view: true } }),
    ]);
  });

  it('is read page by page', async () => {
    const first = (await list(reader, '?limit=1')).body;
    const second = (await list(reader, `?limit=1&page=${first.next.page}`)).body;
    expect([first.items[0].id, second.items[0].id, second.next]).toEqual([editors.id, writers.id, undefined]);
  });

  it.each([
    ['?title=WRIT', ['Writers & Übersetzer']],
    ['?title=ubersetzer', ['Writers & Übersetzer']],
    ['?title=%25', []],
    ['?title=i', ['Editors', 'Writers & Übersetzer']],
  ])('with %s contains titles that contain the text, regardless of case and diacritics', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('with `owner` contains the teams that a member owns', async () => {
    expect(await titles(`?owner=${anna.id}`)).toEqual(['Writers & Übersetzer']);
    expect(await titles(`?owner=${reader.id}`)).toEqual([]);
  });

  it('with `owner` contains all teams if the owner is an admin of the organization', async () => {
    expect(await titles(`?owner=${acme.admin.id}`)).toEqual(['Editors', 'Writers & Übersetzer']);
  });

  it('with `owner` is empty for an unknown id or a user of another organization', async () => {
    expect(await titles(`?owner=${otherOrganization.admin.id}`)).toEqual([]);
    expect(await titles('?owner=usr_00000000000000000000000000')).toEqual([]);
  });

  it('returns 403 to guests', async () => {
    const { status, body } = await list(guest);
    expect([status, body.error.message]).toEqual([403, 'team.view needs the role read; yours is guest']);
  });

  it('returns 404 to strangers and 401 without a token', async () => {
    expect((await list(await seedStranger(test))).status).toBe(404);
    expect((await list(otherOrganization.admin)).status).toBe(404);
    expect((await test.rest('GET', `/orgs/${acme.id}/teams`)).status).toBe(401);
  });

  it.each(['?limit=1001', '?page=nonsense'])('returns 400 for %s', async (query) => {
    expect((await list(reader, query)).status).toBe(400);
  });

  it('requires the scope for teams if the token has scopes', async () => {
    const without = { token: await seedToken(test, reader.id, { scopes: ['space:view'] }) };
    const { status, body } = await list(without);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('it needs the scope team:view')]);
    expect((await list({ token: await seedToken(test, reader.id, { scopes: ['team:view'] }) })).status).toBe(200);
  });
});

describe('a team', () => {
  it('is visible to readers, but not to guests, to strangers, or under another organization', async () => {
    const get = (person: Person) => test.rest('GET', writers.path, person);
    expect((await get(reader)).body).toMatchObject({ id: writers.id, title: 'Writers & Übersetzer' });
    expect((await get(guest)).status).toBe(404);
    expect((await get(otherOrganization.admin)).status).toBe(404);
    expect(
      (await test.rest('GET', `/orgs/${otherOrganization.id}/teams/${writers.id}`, otherOrganization.admin)).status,
    ).toBe(404);
  });

  it('can be managed by its owner, but not by its other members', async () => {
    const permissions = async (person: Person) => (await test.rest('GET', writers.path, person)).body.permissions;
    expect(await permissions(anna)).toEqual({ admin: true, view: true });
    expect(await permissions(reader)).toEqual({ admin: false, view: true });
    expect(await permissions(acme.admin)).toEqual({ admin: true, view: true });
  });

  it('cannot be managed with a token that may only view, even if the token belongs to the owner', async () => {
    const token = await seedToken(test, anna.id, { scopes: ['read'] });
    expect((await test.rest('GET', writers.path, { token })).body.permissions).toEqual({ admin: false, view: true });
  });

  it('is `ownTeam` of the organization for its owner, whether admin or not', async () => {
    const ownTeam = async (person: Person) =>
      (await test.rest('GET', `/orgs/${acme.id}`, person)).body.permissions.ownTeam;
    expect(await Promise.all([anna, reader, guest, acme.admin].map(ownTeam))).toEqual([true, false, false, true]);
    const { body } = await test.rest('GET', `/orgs/${otherOrganization.id}`, otherOrganization.admin);
    expect(body.permissions.ownTeam).toBe(false);
  });

  it('can be seen and managed by a guest only if the guest owns it', async () => {
    const owner = await seedMember(test, acme.id, null);
    const team = await makeTeam(test, otherOrganization, { title: 'Elsewhere' });
    const own = await makeTeam(test, acme, { title: 'Own', owner: [owner] });
    expect((await test.rest('GET', own.path, owner)).body.permissions).toEqual({ admin: true, view: true });
    expect((await test.rest('GET', writers.path, owner)).status).toBe(404);
    expect((await test.rest('GET', team.path, owner)).status).toBe(404);
    expect((await list(owner)).status).toBe(403);
    const { body } = await test.rest('GET', `/orgs/${acme.id}/members/${owner.id}/teams`, owner);
    expect(body.items.map((item: any) => item.team.title)).toEqual(['Own']);
    expect((await own.send('DELETE', '', owner)).status).toBe(204);
  });
});

describe('the list of the teams of a member', () => {
  it('is ordered newest first, with the role in each team, and can be filtered by title', async () => {
    const teams = async (query: string, person = reader) =>
      (await test.rest('GET', `/orgs/${acme.id}/members/${anna.id}/teams${query}`, person)).body;
    const { count, items } = await teams('');
    expect(count).toBe(2);
    expect(items.map(({ team, member }: any) => [team.id, member])).toEqual([
      [editors.id, { role: 'member' }],
      [writers.id, { role: 'owner' }],
    ]);
    expect((await teams('?title=EDIT')).items.map((item: any) => item.team.title)).toEqual(['Editors']);
    expect((await teams('?limit=1')).next).toBeDefined();
  });

  it('returns 404 for a member whom the caller may not see, and shows a guest only teams that the guest owns', async () => {
    const teams = (user: string, person: Person) => test.rest('GET', `/orgs/${acme.id}/members/${user}/teams`, person);
    expect((await teams(anna.id, guest)).status).toBe(404);
    expect((await teams(anna.id, otherOrganization.admin)).status).toBe(404);
    expect((await teams(otherOrganization.admin.id, reader)).status).toBe(404);
    expect((await teams(guest.id, guest)).body).toMatchObject({ count: 0, items: [] });
  });
});

describe('the fields of a team and their cost', () => {
  it('count each space to which the team has a grant once, if it is not deleted and the caller may see it', async () => {
    const team = await makeTeam(test, acme, { title: 'Reach' });
    const post = async (path: string, body: object) => (await test.rest('POST', path, { ...acme.admin, body })).body.id;
    const above = await post(`/orgs/${acme.id}/collections`, { title: 'Above' });
    const below = await post(`/orgs/${acme.id}/collections`, { title: 'Below', parent: above });
    const inside = await post(`/orgs/${acme.id}/spaces`, { parent: below });
    const deleted = await post(`/orgs/${acme.id}/spaces`, { parent: below });
    const [alone, hidden] = [await seedSpace(test, acme.id), await seedSpace(test, acme.id)];
    await seedSpace(test, acme.id);
    await test.rest('PATCH', `/spaces/${hidden}`, { ...acme.admin, body: { defaultLevel: null } });
    await test.store.transaction(({ prisma }) =>
      prisma.space.update({ where: { id: deleted }, data: { deletedAt: new Date() } }),
    );
    for (const spaceId of [alone, hidden, inside])
      await seedGrant(test, acme.id, { to: team.id, on: spaceId, role: 'read' });
    for (const collectionId of [above, below])
      await seedGrant(test, acme.id, { to: team.id, on: collectionId, role: 'read' });
    const spaces = async (person: Person) => (await test.rest('GET', team.path, person)).body.spaces;
    expect([await spaces(acme.admin), await spaces(reader)]).toEqual([3, 2]);
    await test.rest('PUT', `${team.path}/members/${reader.id}`, acme.admin);
    expect(await spaces(reader)).toBe(3);
  });

  it('take at most five batches for any number of teams with counts and permissions', async () => {
    const cost = (limit: number) => test.batches(() => list(anna, `?limit=${limit}`));
    const { count } = (await list(anna)).body;
    expect(count).toBeGreaterThan(2);
    const [one, many, all] = [await cost(1), await cost(count - 1), await cost(count)];
    expect(one.length).toBeLessThanOrEqual(5);
    expect(many).toHaveLength(one.length);
    // If all teams are on the page, counting them takes no batch of its own.
    expect(all).toHaveLength(one.length - 1);
  });

  it('take one batch for the members of many teams, and two more for their users', async () => {
    const query = `query ($id: ID!) { organization(id: $id) { teams(first: 20) { nodes {
    title members(first: 20) { nodes { role member { id user { displayName } } team { id } } }
  } } } }`;
    const batches = await test.batches(async () => {
      const { data, errors } = await test.graphql(query, { ...reader, variables: { id: acme.id } });
      expect(errors).toBeUndefined();
      const node = data.organization.teams.nodes.find(({ title }: any) => title === 'Editors');
      expect(node.members.nodes.map(({ member }: any) => member.id).sort()).toEqual(
        [acme.admin.id, anna.id, guest.id].sort(),
      );
    });
    expect(batches.length).toBeLessThanOrEqual(6);
  });

  it('take one batch for `ownTeam` of many organizations, and none if `ownTeam` is not requested', async () => {
    const query = (field: string) => `query { organizations { nodes { id permissions { ${field} } } } }`;
    expect(await test.batches(() => test.graphql(query('ownTeam'), anna))).toHaveLength(2);
    expect(await test.batches(() => test.graphql(query('view'), anna))).toHaveLength(1);
  });
});
