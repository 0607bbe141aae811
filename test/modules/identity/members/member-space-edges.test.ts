import { beforeAll, describe, expect, it } from 'vitest';
import { effectiveRole } from '../../../../src/access/effective-role.js';
import { readGrants } from '../../../../src/access/grants.js';
import { type Role, roles } from '../../../../src/access/viewer.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const { admin } = acme;
/** Members by role; `null` is the guest. */
const people = new Map<Role | null, Person>();
/** Ids of the spaces, by name. */
const spaces: Record<string, string> = {};
let teamId: string;

const path = (user: string) => `/orgs/${acme.id}/members/${user}`;
const get = async (where: string, person: Person = admin) => (await test.rest('GET', where, person)).body;

async function createSpace(body: object): Promise<string> {
  const { id, visibility } = (await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...admin, body })).body;
  expect(visibility).toBeDefined();
  return id;
}

beforeAll(async () => {
  for (const role of [null, ...roles]) people.set(role, await seedMember(test, acme.id, role));
  const collection = await test.rest('POST', `/orgs/${acme.id}/collections`, { ...admin, body: { title: 'Closed' } });
  await test.rest('PATCH', `/collections/${collection.body.id}`, { ...admin, body: { defaultLevel: null } });
  spaces.open = await createSpace({ title: 'Open' });
  spaces.closed = await createSpace({ title: 'Closed' });
  spaces.level = await createSpace({ title: 'Level' });
  spaces.inside = await createSpace({ title: 'Inside', parent: collection.body.id });
  spaces.deleted = await createSpace({ title: 'Deleted' });
  await test.rest('PATCH', `/spaces/${spaces.closed}`, { ...admin, body: { defaultLevel: null } });
  await test.rest('PATCH', `/spaces/${spaces.level}`, { ...admin, body: { defaultLevel: 'comment' } });
  await seedSpace(test, globex.id);
  const at = new Date();
  teamId = newId('Team');
  await test.store.transaction(async ({ prisma }) => {
    const team = { id: teamId, organizationId: acme.id, title: 'Team', titleKey: 'team', createdAt: at, updatedAt: at };
    await prisma.team.create({ data: team });
    const userId = people.get('edit')!.id;
    const inTeam = { teamId, organizationId: acme.id, userId, role: 'member', createdAt: at };
    await prisma.teamMember.create({ data: inTeam });
    await prisma.space.update({ where: { id: spaces.deleted! }, data: { deletedAt: at } });
  });
  await seedGrant(test, acme.id, { to: people.get(null)!.id, on: spaces.closed, role: 'review' });
  await seedGrant(test, acme.id, { to: teamId, on: collection.body.id, role: 'create' });
});

const titlesOf = (body: { items: { permission: string; space: { title: string } }[] }) =>
  Object.fromEntries(body.items.map(({ permission, space }) => [space.title, permission]));

describe('the spaces of a member', () => {
  it.each([
    ['admin', { Open: 'admin', Closed: 'admin', Level: 'admin', Inside: 'admin' }],
    ['edit', { Open: 'edit', Level: 'comment', Inside: 'create' }],
    ['read', { Open: 'read', Level: 'comment' }],
    [null, { Closed: 'review' }],
  ] as const)(
    'are shown to an admin for a member with the role %s, with the role in each space',
    async (role, expected) => {
      const body = await get(`${path(people.get(role)!.id)}/spaces`);
      expect(titlesOf(body)).toEqual(expected);
      expect(body.count).toBe(Object.keys(expected).length);
    },
  );

  it('are listed and counted only if the viewer may see them', async () => {
    const reader = people.get('read')!;
    const ofAdmin = await get(`${path(admin.id)}/spaces`, reader);
    expect([titlesOf(ofAdmin), ofAdmin.count]).toEqual([{ Open: 'admin', Level: 'admin' }, 2]);
    expect((await get(path(admin.id), reader)).spaces).toBe(2);
    expect(titlesOf(await get(`${path(people.get(null)!.id)}/spaces`, reader))).toEqual({});
  });

  it('are visible to a guest only if the member is the guest', async () => {
    const guest = people.get(null)!;
    expect(titlesOf(await get(`${path(guest.id)}/spaces`, guest))).toEqual({ Closed: 'review' });
    expect((await test.rest('GET', `${path(admin.id)}/spaces`, guest)).status).toBe(404);
  });

  it('match the access policy for all members, with their counts and permissions', async () => {
    const { read } = test.store;
    const all = await read.all(read.sql.selectFrom('Space').selectAll().where('organizationId', '=', acme.id));
    for (const [role, person] of people) {
      const grants = await readGrants(read, person.id);
      const expected = all
        .filter((space) => !space.deletedAt)
        .map((space) => [space.id, effectiveRole(role, space, grants)] as const)
        .filter(([, permission]) => permission !== null);
      const { items } = await get(`${path(person.id)}/spaces`);
      const answered = items.map(({ permission, space }: { permission: string; space: { id: string } }) => [
        space.id,
        permission,
      ]);
      expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
      expect(await get(path(person.id))).toMatchObject({ spaces: expected.length, teams: role === 'edit' ? 1 : 0 });
    }
  });

  it('are listed newest first or, with `order=asc`, oldest first, page by page with a cursor', async () => {
    const idsOf = (body: { items: { space: { id: string } }[] }) => body.items.map(({ space }) => space.id);
    const own = `${path(admin.id)}/spaces`;
    const newest = idsOf(await get(own));
    expect(newest).toEqual(newest.toSorted().toReversed());
    expect(idsOf(await get(`${own}?order=asc`))).toEqual(newest.toReversed());
    const first = await get(`${own}?limit=2`);
    const second = await get(`${own}?limit=2&page=${first.next.page}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(newest);
  });

  it('take as many batches for all members as for one, with permissions', async () => {
    const query = `query ($id: ID!, $first: Int!) { organization(id: $id) { members(first: $first) { nodes {
    spaceCount teamCount spaces(first: 10) { nodes { permission space { id } } }
  } } } }`;
    const cost = async (first: number) => {
      const batches = await test.batches(async () => {
        const { data, errors } = await test.graphql(query, { ...admin, variables: { id: acme.id, first } });
        expect(errors).toBeUndefined();
        expect(data.organization.members.nodes).toHaveLength(first);
      });
      return batches.length;
    };
    // The batches read the organization, the members, the counts, the spaces of all members, and the grants of all
    // members.
    expect([await cost(1), await cost(8)]).toEqual([5, 5]);
  });

  it('return 404 for a user who is not a member', async () => {
    expect((await test.rest('GET', `${path(globex.admin.id)}/spaces`, admin)).status).toBe(404);
  });
});
