import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedTeam, seedToken } from '../../../support/seed.js';
import { createSpaceOrCollection } from './grant-kit.js';

const test = await testApp();
let organization: { id: string; admin: Person };
let people: Person[];
let guest: Person;
let reader: Person;
let teams: string[];

beforeAll(async () => {
  organization = await seedOrganization(test);
  people = [];
  for (let count = 0; count < 3; count++) people.push(await seedMember(test, organization.id, null));
  guest = people[0]!;
  reader = await seedMember(test, organization.id, 'read');
  teams = [await seedTeam(test, organization.id, { members: [reader.id] }), await seedTeam(test, organization.id)];
});

describe.each(['space', 'collection'] as const)('the grants of a %s', (kind) => {
  let place: string;
  const list = (holder: 'users' | 'teams', query = '', token = organization.admin.token) =>
    test.rest('GET', `/${kind}s/${place}/permissions/${holder}${query}`, { token });

  beforeAll(async () => {
    place = await createSpaceOrCollection(test, organization, { kind, defaultLevel: null });
    const give = (body: object) => test.rest('POST', `/${kind}s/${place}/permissions`, { ...organization.admin, body });
    for (const { id } of people) await give({ role: 'read', users: [id] });
    for (const id of teams) await give({ role: 'edit', teams: [id] });
  });

  it('are listed newest first, in pages', async () => {
    const { status, body } = await list('users', '?limit=2');
    expect([status, body.count, body.items.map((item: any) => item.user.id)]).toEqual([
      200,
      3,
      [people[2]!.id, people[1]!.id],
    ]);
    const rest = await list('users', `?limit=2&page=${body.next.page}`);
    expect(rest.body).toEqual({
      count: 3,
      items: [
        { permission: 'read', user: expect.objectContaining({ object: 'user', id: guest.id, email: guest.email }) },
      ],
    });
    const all = await list('teams');
    expect(all.body.items.map((item: any) => [item.permission, item.team.object, item.team.id])).toEqual([
      ['edit', 'team', teams[1]],
      ['edit', 'team', teams[0]],
    ]);
  });

  it('are visible to everyone who may read it, except that guests see and count no teams', async () => {
    expect((await list('users', '', guest.token)).body.count).toBe(3);
    expect((await list('teams', '', guest.token)).body).toEqual({ count: 0, items: [] });
    expect((await list('teams', '', reader.token)).body.count).toBe(2);
  });

  it('return 403 without the scope to view them, 401 without a token, and 404 if it is hidden', async () => {
    const blind = await seedToken(test, organization.admin.id, { scopes: ['space:view', 'collection:view'] });
    const unseeing = await seedMember(test, organization.id, 'create');
    for (const holder of ['users', 'teams'] as const) {
      expect((await list(holder, '', blind)).status).toBe(403);
      expect((await test.rest('GET', `/${kind}s/${place}/permissions/${holder}`)).status).toBe(401);
      expect((await list(holder, '', unseeing.token)).status).toBe(404);
      expect((await list(holder, '?limit=1001')).status).toBe(400);
    }
  });

  it('take at most four batches with their users, for a viewer who has access by a team', async () => {
    const query = `query ($id: ID!) { ${kind}(id: $id) { userGrants { nodes { role user { displayName } place { __typename } } } } }`;
    const batches = await test.batches(async () => {
      const { data } = await test.graphql(query, { ...reader, variables: { id: place } });
      expect(data[kind].userGrants.nodes).toHaveLength(3);
    });
    expect(batches.length).toBeLessThanOrEqual(4);
  });
});

it('the grants of many spaces take at most ten batches', async () => {
  for (let count = 0; count < 5; count++) {
    const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
    const body = { role: 'edit', users: people.map(({ id }) => id), teams };
    await test.rest('POST', `/spaces/${space}/permissions`, { ...organization.admin, body });
  }
  const query = `query ($id: ID!) { organization(id: $id) { spaces(first: 10) { nodes {
    userGrants(first: 5) { totalCount nodes { role user { displayName } } } teamGrants(first: 5) { totalCount nodes { team { title } } }
  } } } }`;
  const batches = await test.batches(async () => {
    const { data } = await test.graphql(query, { ...reader, variables: { id: organization.id } });
    expect(data.organization.spaces.nodes.length).toBeGreaterThan(5);
    for (const { userGrants, teamGrants } of data.organization.spaces.nodes)
      expect([userGrants.nodes.length, teamGrants.nodes.length]).toEqual([
        userGrants.totalCount,
        teamGrants.totalCount,
      ]);
  });
  expect(batches.length).toBeLessThanOrEqual(10);
});
