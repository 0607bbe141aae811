import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedStranger, seedToken } from '../../../support/seed.js';
import { eventsOf, makeTeam, type SeededTeam } from './team-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const otherOrganization = await seedOrganization(test, 'Other');
let anna: Person;
let ben: Person;
let guest: Person;
let team: SeededTeam;

beforeAll(async () => {
  [anna, ben, guest] = [
    await seedMember(test, acme.id, 'edit'),
    await seedMember(test, acme.id, 'read'),
    await seedMember(test, acme.id, null),
  ];
  team = await makeTeam(test, acme, { owner: [anna], member: [ben] });
});

const put = (to: SeededTeam, user: string, options: { token?: string | null; body?: unknown } = acme.admin) =>
  to.send('PUT', `/members/${user}`, options);
const remove = (from: SeededTeam, user: string, person: { token?: string | null } = acme.admin) =>
  from.send('DELETE', `/members/${user}`, person);

describe('the members of a team', () => {
  it('are listed newest first, with their membership of the organization and of the team', async () => {
    const { status, body } = await team.send('GET', '/members', ben);
    expect([status, body.count]).toEqual([200, 2]);
    const one = body.items.find((item: any) => item.organization.id === anna.id);
    expect(one).toEqual({
      organization: expect.objectContaining({ object: 'member', id: anna.id, role: 'edit', teams: 1, spaces: 0 }),
      team: { role: 'owner' },
      permissions: { view: true },
    });
  });

  it('are read page by page, also if they were added together', async () => {
    const people = [anna, ben, guest, acme.admin];
    const many = await makeTeam(test, acme, { member: people });
    const memberIds: string[] = [];
    for (let page = ''; memberIds.length < people.length; ) {
      const { body } = await many.send('GET', `/members?limit=1${page}`, ben);
      memberIds.push(body.items[0].organization.id);
      page = `&page=${body.next?.page}`;
    }
    expect(memberIds.sort()).toEqual(people.map(({ id }) => id).sort());
  });

  it('return 403 to a guest who owns the team, and 404 to a guest who may not see it', async () => {
    const own = await makeTeam(test, acme, { owner: [guest] });
    expect((await own.send('GET', '/members', guest)).status).toBe(403);
    expect((await team.send('GET', '/members', guest)).status).toBe(404);
  });

  it('return 404 to strangers and 401 without a token', async () => {
    expect((await team.send('GET', '/members', otherOrganization.admin)).status).toBe(404);
    expect((await team.send('GET', '/members', {})).status).toBe(401);
  });

  it('take as many batches for many members as for one', async () => {
    const large = await makeTeam(test, acme, { owner: [anna], member: [ben, guest, acme.admin] });
    const cost = (limit: number) => test.batches(() => large.send('GET', `/members?limit=${limit}`, acme.admin));
    const [one, three, all] = [await cost(1), await cost(3), await cost(4)];
    expect(three).toHaveLength(one.length);
    expect(three.length).toBeLessThanOrEqual(8);
    // If all members are on the page, counting them takes no batch of its own.
    expect(all).toHaveLength(one.length - 1);
  });

  it.each([
    ['nothing', undefined, 'member'],
    ['an empty body', {}, 'member'],
    ['a role', { role: 'owner' }, 'owner'],
  ])('include a new member who is added with %s', async (_what, body, role) => {
    const into = await makeTeam(test, acme);
    const answer = await put(into, ben.id, { ...acme.admin, body });
    expect([answer.status, answer.body, await into.roles()]).toEqual([204, undefined, { [ben.id]: role }]);
  });

  it('get a given role if they are added again, and keep their role if none is given', async () => {
    const into = await makeTeam(test, acme, { owner: [ben] });
    await put(into, ben.id);
    expect(await into.roles()).toEqual({ [ben.id]: 'owner' });
    await put(into, ben.id, { ...acme.admin, body: { role: 'member' } });
    expect(await into.roles()).toEqual({ [ben.id]: 'member' });
  });

  it.each([{ role: 'admin' }, { role: 'OWNER' }, { role: null }, { roles: 'owner' }, []])(
    'return 400 if one is added with the body %j',
    async (body) => {
      const into = await makeTeam(test, acme);
      expect((await put(into, ben.id, { ...acme.admin, body })).status).toBe(400);
      expect(await into.roles()).toEqual({});
    },
  );

  it('return 404 for adding users outside the organization', async () => {
    const stranger = await seedStranger(test);
    for (const id of [stranger.id, otherOrganization.admin.id, 'usr_00000000000000000000000000', stranger.email]) {
      const { status, body } = await put(team, id);
      expect([status, body.error.message]).toEqual([404, `No member with the id "${id}"`]);
    }
    expect(await team.roles()).toEqual({ [anna.id]: 'owner', [ben.id]: 'member' });
  });

  it('can be added, removed and given roles by an owner who is not an admin, but not by another member', async () => {
    const own = await makeTeam(test, acme, { owner: [anna], member: [ben] });
    expect((await put(own, guest.id, { ...ben, body: {} })).status).toBe(403);
    expect((await remove(own, anna.id, ben)).status).toBe(403);
    expect((await own.send('PUT', '/members', { ...ben, body: { add: [guest.id] } })).status).toBe(403);
    expect((await put(own, guest.id, { ...anna, body: { role: 'owner' } })).status).toBe(204);
    expect((await remove(own, ben.id, anna)).status).toBe(204);
    expect((await own.send('PUT', '/members', { ...anna, body: { add: [acme.admin.id] } })).status).toBe(204);
    expect(await own.roles()).toEqual({ [anna.id]: 'owner', [guest.id]: 'owner', [acme.admin.id]: 'member' });
  });

  it('can no longer be managed by an owner who was removed or given the role member', async () => {
    const own = await makeTeam(test, acme, { owner: [anna] });
    await put(own, anna.id, { ...acme.admin, body: { role: 'member' } });
    expect((await put(own, ben.id, anna)).status).toBe(403);
    await remove(own, anna.id);
    expect((await put(own, ben.id, anna)).status).toBe(403);
  });

  it('may be changed by a guest who gives up owning the team, and who then gets a null team without an error', async () => {
    const own = await makeTeam(test, acme, { owner: [guest] });
    const mutation = `mutation ($organization: ID!, $team: ID!, $user: ID!) {
    removeTeamMember(input: { organization: $organization, team: $team, user: $user }) {
      team { id } } }`;
    const variables = { organization: acme.id, team: own.id, user: guest.id };
    const { data, errors } = await test.graphql(mutation, { ...guest, variables });
    expect([errors, data.removeTeamMember.team]).toEqual([undefined, null]);
    expect(await own.roles()).toEqual({});
  });

  it('require the scope team:manage if the token has scopes', async () => {
    const own = await makeTeam(test, acme, { owner: [anna] });
    const refused = await put(own, ben.id, { token: await seedToken(test, anna.id, { scopes: ['read'] }) });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('it needs the scope team:manage'),
    ]);
    expect(
      (await put(own, ben.id, { token: await seedToken(test, anna.id, { scopes: ['team:manage'] }) })).status,
    ).toBe(204);
  });

  it('return 204 for the removal of any user, and only changes are logged', async () => {
    const from = await makeTeam(test, acme, { member: [ben] });
    expect((await remove(from, ben.id)).status).toBe(204);
    expect(await from.roles()).toEqual({});
    const before = await eventsOf(test, acme.id);
    expect(before.at(-1)).toBe('deleteMemberFromOrganizationTeamById');
    for (const id of [ben.id, otherOrganization.admin.id, 'nonsense'])
      expect((await remove(from, id)).status).toBe(204);
    await put(team, ben.id);
    expect(await eventsOf(test, acme.id)).toEqual(before);
  });

  it('return 204 without an effect for a removal from a foreign team, and 404 for adding to it', async () => {
    expect((await remove(team, ben.id, otherOrganization.admin)).status).toBe(204);
    expect((await put(team, otherOrganization.admin.id, otherOrganization.admin)).status).toBe(404);
    const through = `/orgs/${otherOrganization.id}/teams/${team.id}/members/${ben.id}`;
    expect((await test.rest('DELETE', through, otherOrganization.admin)).status).toBe(204);
    expect(await team.roles()).toEqual({ [anna.id]: 'owner', [ben.id]: 'member' });
  });
});
