import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/access/viewer.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace, seedToken } from '../../../support/seed.js';
import { eventsOf, makeTeam } from './team-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const otherOrganization = await seedOrganization(test, 'Other');
let anna: Person;

beforeAll(async () => {
  anna = await seedMember(test, acme.id, 'read');
});

const create = (body: unknown, person: { token?: string | null } = acme.admin) =>
  test.rest('PUT', `/orgs/${acme.id}/teams`, { ...person, body });
const rolesIn = async (team: string): Promise<Record<string, string>> => {
  const { body } = await test.rest('GET', `/orgs/${acme.id}/teams/${team}/members`, acme.admin);
  return Object.fromEntries(body.items.map((item: any) => [item.organization.id, item.team.role]));
};
const notManaging: (Role | null)[] = [null, 'read', 'comment', 'edit', 'review', 'create'];

describe('creating a team', () => {
  it.each(['x', 'x'.repeat(64), 'Größe'])('accepts the title %j', async (title) => {
    const { status, body } = await create({ title });
    expect([status, body.object, body.title, body.members, body.spaces]).toEqual([201, 'team', title, 0, 0]);
    expect((await test.rest('GET', `/orgs/${acme.id}/teams/${body.id}`, acme.admin)).body).toEqual(body);
  });

  it('adds the listed users as members, except the creator, who becomes the owner if listed', async () => {
    const { body } = await create({ title: 'Both', members: [anna.id, acme.admin.id, anna.id] });
    expect(await rolesIn(body.id)).toEqual({ [anna.id]: 'member', [acme.admin.id]: 'owner' });
  });

  it('does not make the creator a member if not listed', async () => {
    const { body } = await create({ title: 'Without', members: [anna.id] });
    expect([body.members, await rolesIn(body.id)]).toEqual([1, { [anna.id]: 'member' }]);
  });

  it.each([
    ['no title', {}, '`title` is required'],
    ['an empty title', { title: '' }, '`title`'],
    ['a title of 65 characters', { title: 'x'.repeat(65) }, '`title`'],
    ['a title of null', { title: null }, '`title` must not be null'],
    ['members of null', { title: 'x', members: null }, '`members` must not be null'],
    [
      '251 members',
      { title: 'x', members: Array(251).fill('usr_1') },
      '`members` must name at most 250 members (got 251)',
    ],
    ['an unknown field', { title: 'x', owner: 'usr_1' }, 'unknown field `owner`'],
  ])('returns 400 for %s, and creates nothing', async (_what, body, message) => {
    const before = await eventsOf(test, acme.id);
    const answer = await create(body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await eventsOf(test, acme.id)).toEqual(before);
  });

  it('returns 400 for a user of another organization, an e-mail address and an unknown id, and names the item', async () => {
    for (const id of [otherOrganization.admin.id, anna.email, 'usr_00000000000000000000000000']) {
      const { status, body } = await create({ title: 'Refused', members: [anna.id, id] });
      const message = `\`members[1]\` must be the id of a member of the organization (got "${id}")`;
      expect([status, body.error.message]).toEqual([400, message]);
    }
  });

  it.each(notManaging)('returns 403 to the role %s', async (role) => {
    const { status, body } = await create({ title: 'Refused' }, await seedMember(test, acme.id, role));
    expect([status, body.error.message]).toEqual([
      403,
      `team.create needs the role admin; yours is ${role ?? 'guest'}`,
    ]);
  });

  it('returns 404 to strangers and 401 without a token, and needs the scope of the action', async () => {
    expect((await create({ title: 'Refused' }, otherOrganization.admin)).status).toBe(404);
    expect((await create({ title: 'Refused' }, { token: null })).status).toBe(401);
    const token = (scope: string) => seedToken(test, acme.admin.id, { scopes: [scope] });
    expect((await create({ title: 'Refused' }, { token: await token('team:manage') })).status).toBe(403);
    expect((await create({ title: 'Scoped' }, { token: await token('team:create') })).status).toBe(201);
  });
});

describe('changing a team', () => {
  it('lets admins and the owner rename it, and the team is found by its new title', async () => {
    const team = await makeTeam(test, acme, { title: 'Before', owner: [anna] });
    for (const [person, title] of [[acme.admin, 'First'] as const, [anna, 'Zweiter Naïv'] as const]) {
      const { status, body } = await team.send('PATCH', '', { ...person, body: { title } });
      expect([status, body.id, body.title]).toEqual([200, team.id, title]);
    }
    const { body } = await test.rest('GET', `/orgs/${acme.id}/teams?title=NAIV`, anna);
    expect(body.items.map(({ id }: any) => id)).toEqual([team.id]);
  });

  it.each([{}, { title: '' }, { title: 'x'.repeat(65) }, { title: null }, { title: 1 }])(
    'returns 400 for renaming with %j, and changes nothing',
    async (body) => {
      const team = await makeTeam(test, acme, { title: 'Kept' });
      expect((await team.send('PATCH', '', { ...acme.admin, body })).status).toBe(400);
      expect((await team.send('GET', '', acme.admin)).body.title).toBe('Kept');
    },
  );

  it.each(notManaging.slice(1))(
    'returns 403 to a team member with the role %s for renaming and deleting the team',
    async (role) => {
      const person = await seedMember(test, acme.id, role);
      const team = await makeTeam(test, acme, { title: 'Kept', member: [person] });
      const body = { title: 'Refused' };
      const renamed = await team.send('PATCH', '', { ...person, body });
      expect([renamed.status, renamed.body.error.message]).toEqual([
        403,
        `team.manage needs the role admin; yours is ${role}`,
      ]);
      expect((await team.send('DELETE', '', person)).status).toBe(403);
      expect((await team.send('GET', '', acme.admin)).body.title).toBe('Kept');
    },
  );

  it('is refused to users who own only another team', async () => {
    await makeTeam(test, acme, { owner: [anna] });
    const team = await makeTeam(test, acme, {});
    expect((await team.send('PATCH', '', { ...anna, body: { title: 'Refused' } })).status).toBe(403);
  });

  it('has no effect for a guest in it, who cannot see it: renaming returns 404, and deleting 204', async () => {
    const guest = await seedMember(test, acme.id, null);
    const team = await makeTeam(test, acme, { title: 'Kept', member: [guest] });
    expect((await team.send('PATCH', '', { ...guest, body: { title: 'Refused' } })).status).toBe(404);
    expect((await team.send('DELETE', '', guest)).status).toBe(204);
    expect((await team.send('GET', '', acme.admin)).status).toBe(200);
  });

  it('returns 403 to an owner whose token may only view', async () => {
    const team = await makeTeam(test, acme, { owner: [anna] });
    const token = await seedToken(test, anna.id, { scopes: ['read'] });
    expect((await team.send('PATCH', '', { token, body: { title: 'Refused' } })).status).toBe(403);
  });

  it('deletes it with its memberships and grants, and removes it from providers', async () => {
    const team = await makeTeam(test, acme, { title: 'Going', owner: [anna] });
    const spaceId = await seedSpace(test, acme.id);
    await test.rest('PATCH', `/spaces/${spaceId}`, { ...acme.admin, body: { defaultLevel: null } });
    await seedGrant(test, acme.id, { to: team.id, on: spaceId, role: 'read' });
    const provider = newId('SamlProvider');
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const columns = { id: provider, organizationId: acme.id, label: 'IdP', defaultTeamId: team.id, ...times };
    const openId = { ...columns, id: newId('OidcProvider'), issuer: 'https://openid.test', clientId: 'docgraph' };
    await test.store.transaction(async ({ prisma }) => {
      await prisma.samlProvider.create({ data: columns });
      await prisma.oidcProvider.create({ data: openId });
    });
    expect((await test.rest('GET', `/spaces/${spaceId}`, anna)).status).toBe(200);

    expect((await team.send('DELETE', '', anna)).status).toBe(204);
    expect((await test.rest('GET', team.path, acme.admin)).status).toBe(404);
    expect((await test.rest('GET', `/spaces/${spaceId}`, anna)).status).toBe(404);
    const { sql, first } = test.store.read;
    expect(await first(sql.selectFrom('TeamMember').selectAll().where('teamId', '=', team.id))).toBeUndefined();
    expect(await first(sql.selectFrom('Grant').selectAll().where('teamId', '=', team.id))).toBeUndefined();
    const providerRow = await first(sql.selectFrom('SamlProvider').select('defaultTeamId').where('id', '=', provider));
    expect(providerRow).toEqual({ defaultTeamId: null });
    const openIdRow = await first(sql.selectFrom('OidcProvider').select('defaultTeamId').where('id', '=', openId.id));
    expect(openIdRow).toEqual({ defaultTeamId: null });
  });

  it('returns 204 for deleting a deleted or unknown team, and logs no event', async () => {
    const team = await makeTeam(test, acme, {});
    await team.send('DELETE', '', acme.admin);
    const before = await eventsOf(test, acme.id);
    expect(before.at(-1)).toBe('removeTeamFromOrganizationById');
    expect((await team.send('DELETE', '', acme.admin)).status).toBe(204);
    expect((await test.rest('DELETE', `/orgs/${acme.id}/teams/nonsense`, acme.admin)).status).toBe(204);
    expect(await eventsOf(test, acme.id)).toEqual(before);
  });
});
