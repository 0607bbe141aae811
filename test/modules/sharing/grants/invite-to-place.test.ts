import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedStranger, seedTeam, seedToken } from '../../../support/seed.js';
import { createSpaceOrCollection, markDeleted } from './grant-kit.js';

const test = await testApp();
let organization: { id: string; admin: Person };
let otherOrganization: { id: string; admin: Person };
let guest: Person;
let reviewer: Person;
let team: string;

beforeAll(async () => {
  organization = await seedOrganization(test);
  otherOrganization = await seedOrganization(test, 'Other');
  guest = await seedMember(test, organization.id, null);
  reviewer = await seedMember(test, organization.id, 'create');
  team = await seedTeam(test, organization.id);
});

describe.each(['space', 'collection'] as const)('inviting to a %s', (kind) => {
  let place: string;
  const path = (id = place) => `/${kind}s/${id}/permissions`;
  const invite = (body: unknown, token: string | null = organization.admin.token, id = place) =>
    test.rest('POST', path(id), { token, body });
  const listed = async (list: 'users' | 'teams') => {
    const { body } = await test.rest('GET', `${path()}/${list}`, organization.admin);
    return body.items.map((item: any) => [(item.user ?? item.team).id, item.permission]);
  };

  beforeEach(async () => {
    place = await createSpaceOrCollection(test, organization, { kind, defaultLevel: null });
  });

  it('gives members and teams a role, which a later request changes', async () => {
    expect(await invite({ role: 'edit', users: [guest.id, reviewer.id, guest.id], teams: [team] })).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect(await listed('users')).toEqual([
      [reviewer.id, 'edit'],
      [guest.id, 'edit'],
    ]);
    expect(await listed('teams')).toEqual([[team, 'edit']]);
    expect((await invite({ role: 'comment', users: [guest.id] })).status).toBe(204);
    expect(await listed('users')).toEqual([
      [reviewer.id, 'edit'],
      [guest.id, 'comment'],
    ]);
    expect(await listed('teams')).toEqual([[team, 'edit']]);
  });

  it('with the role null removes grants, and succeeds if there are none', async () => {
    await invite({ role: 'read', users: [guest.id] });
    expect((await invite({ role: null, users: [guest.id, reviewer.id], teams: [team] })).status).toBe(204);
    expect(await listed('users')).toEqual([]);
    expect(await listed('teams')).toEqual([]);
    expect((await invite({ role: null, users: [guest.id] })).status).toBe(204);
  });

  it('gives a guest access until the grant is removed', async () => {
    const see = async () => (await test.rest('GET', `/${kind}s/${place}`, guest)).status;
    expect(await see()).toBe(404);
    await invite({ role: 'read', users: [guest.id] });
    expect(await see()).toBe(200);
    await invite({ role: null, users: [guest.id] });
    expect(await see()).toBe(404);
  });

  it('logs the users and teams with their roles', async () => {
    await invite({ role: 'read', users: [guest.id], teams: [team] });
    const { read } = test.store;
    const query = read.sql.selectFrom('Event').selectAll().where('targetId', '=', place).orderBy('sequence', 'desc');
    const event = await read.first(query);
    expect(event).toMatchObject({
      action: kind === 'space' ? 'inviteToSpace' : 'inviteToCollection',
      actorId: organization.admin.id,
      changes: { role: 'read', users: [guest.id], teams: [team] },
    });
  });

  it.each([
    ['no role', { users: ['x'] }, 'role'],
    ['an unknown role', { role: 'owner', users: ['x'] }, 'role'],
    ['no users and no teams', { role: 'read' }, 'users'],
    ['an empty list of users', { role: 'read', users: [] }, 'users'],
    ['an empty list of teams', { role: 'read', teams: [] }, 'teams'],
    ['null for users', { role: 'read', users: null }, 'users'],
    ['more than 250 users', { role: 'read', users: Array(251).fill('usr_1') }, 'users'],
    ['an unknown user', { role: 'read', users: ['usr_1'] }, 'users[0]'],
    ['an unknown team', { role: 'read', teams: ['team_1'] }, 'teams[0]'],
    ['an unknown field', { role: 'read', users: ['x'], groups: [] }, 'groups'],
  ])('returns 400 with %s, and the message names the field', async (_name, body, field) => {
    const answer = await invite(body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
  });

  it('returns the same 400 for a user of another organization as for an unknown id, and writes nothing', async () => {
    const before = await listed('users');
    const foreign = await invite({ role: 'admin', users: [guest.id, otherOrganization.admin.id] });
    const unknown = await invite({ role: 'admin', users: [guest.id, 'usr_unknown'] });
    expect([foreign.status, unknown.status]).toEqual([400, 400]);
    expect(foreign.body.error.message.replace(otherOrganization.admin.id, 'usr_unknown')).toBe(
      unknown.body.error.message,
    );
    expect(foreign.body.error.message).toMatch('`users[1]` must be a member of the organization');
    const foreignTeam = await seedTeam(test, otherOrganization.id);
    const byTeam = await invite({ role: 'admin', users: [guest.id], teams: [foreignTeam] });
    expect([byTeam.status, byTeam.body.error.message]).toEqual([400, expect.stringContaining('`teams[0]`')]);
    expect(await listed('users')).toEqual(before);
  });

  it.each(['read', 'comment', 'edit', 'review', 'create'] as const)(
    'returns 403 to a caller with the role %s on it',
    async (role) => {
      const member = await seedMember(test, organization.id, null);
      await invite({ role, users: [member.id] });
      for (const guestRole of ['read', role, 'admin', null])
        expect((await invite({ role: guestRole, users: [guest.id] }, member.token)).status).toBe(403);
      expect((await invite({ role: 'admin', users: [member.id] }, member.token)).status).toBe(403);
    },
  );

  it('requires the role admin on it, which a guest can have', async () => {
    const member = await seedMember(test, organization.id, null);
    await invite({ role: 'admin', users: [member.id] });
    expect((await invite({ role: 'admin', users: [reviewer.id] }, member.token)).status).toBe(204);
    const toTeam = await invite({ role: 'read', teams: [team] }, member.token);
    expect([toTeam.status, toTeam.body.error.message]).toEqual([400, expect.stringContaining('`teams[0]`')]);
  });

  it('returns 401 without a token, and 403 with a token that only reads', async () => {
    expect((await invite({ role: 'read', users: [guest.id] }, null)).status).toBe(401);
    const token = await seedToken(test, organization.admin.id, { scopes: ['read'] });
    expect((await invite({ role: 'read', users: [guest.id] }, token)).status).toBe(403);
  });

  it('returns the same 404 to a caller who may not see it as for an unknown id', async () => {
    const stranger = await seedStranger(test);
    const outsider = await seedMember(test, organization.id, 'create');
    for (const { token } of [stranger, otherOrganization.admin, outsider]) {
      const unseen = await invite({ role: 'read', users: [guest.id] }, token);
      const unknown = await invite({ role: 'read', users: [guest.id] }, token, 'nothing');
      expect([unseen.status, unknown.status]).toEqual([404, 404]);
      expect(unseen.body.error.message.replace(place, 'nothing')).toBe(unknown.body.error.message);
    }
  });
});

it('a deleted space accepts no invitations, and shows its grants only to admins of the organization', async () => {
  const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
  const owner = await seedMember(test, organization.id, 'read');
  const invite = (token: string) =>
    test.rest('POST', `/spaces/${space}/permissions`, { token, body: { role: 'admin', users: [owner.id] } });
  expect((await invite(organization.admin.token)).status).toBe(204);
  expect((await invite(owner.token)).status).toBe(204);
  await markDeleted(test, space);
  expect((await invite(owner.token)).status).toBe(404);
  expect((await test.rest('GET', `/spaces/${space}/permissions/users`, owner)).status).toBe(404);
  expect((await invite(organization.admin.token)).status).toBe(404);
  expect((await test.rest('GET', `/spaces/${space}/permissions/users`, organization.admin)).status).toBe(200);
});

it('inviting in GraphQL returns the changed space, and has the same rules', async () => {
  const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
  const mutation = `mutation ($input: AddGrantsInput!) {
    addGrants(input: $input) { space { id userGrants { nodes { role user { id } place { ... on Space { id } } } } } }
  }`;
  const run = (input: object) =>
    test.graphql(mutation, { ...organization.admin, variables: { input: { space, ...input } } });
  const { data } = await run({ role: 'EDIT', users: [guest.id] });
  const granted = { role: 'EDIT', user: { id: guest.id }, place: { id: space } };
  expect(data.addGrants.space).toEqual({ id: space, userGrants: { nodes: [granted] } });
  for (const input of [
    { users: [guest.id] },
    { role: 'READ' },
    { role: 'READ', users: [] },
    { role: 'READ', users: Array(251).fill(guest.id) },
  ]) {
    expect((await run(input)).errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
  }
});
