import { describe, expect, it } from 'vitest';
import { hashToken } from '../../../../src/access/authenticate.js';
import type { Role } from '../../../../src/access/viewer.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace, seedStranger } from '../../../support/seed.js';
import { addMember } from '../../lifecycle/transfers/transfer-kit.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const unknownUser = 'usr_00000000000000000000000000';

const path = (user: string, organization = acme.id) => `/orgs/${organization}/members/${user}`;
const remove = (user: string, person: Person = acme.admin) => test.rest('DELETE', path(user), person);
const get = (user: string) => test.rest('GET', path(user), acme.admin);

/** Adds all kinds of rows that depend on a membership in Acme, a token bound to Acme, and a token bound to Globex. */
async function addDependentRows(userId: string, space: string): Promise<{ bound: string; elsewhere: string }> {
  const organizationId = acme.id;
  const [teamId, providerId, at] = [newId('Team'), newId('SamlProvider'), new Date()];
  const openId = newId('OidcProvider');
  const tokens = { bound: `dg_${newId('AccessToken')}`, elsewhere: `dg_${newId('AccessToken')}` };
  await test.store.transaction(async ({ prisma }) => {
    const dated = { organizationId, createdAt: at };
    await prisma.team.create({ data: { id: teamId, title: 'Team', titleKey: 'team', updatedAt: at, ...dated } });
    await prisma.teamMember.create({ data: { teamId, userId, role: 'owner', ...dated } });
    await prisma.grant.create({ data: { id: newId('Grant'), spaceId: space, userId, role: 'admin', ...dated } });
    await prisma.samlProvider.create({ data: { id: providerId, label: 'Provider', updatedAt: at, ...dated } });
    await prisma.samlIdentity.create({ data: { providerId, nameId: userId, userId, ...dated } });
    const client = { issuer: 'https://openid.test', clientId: 'docgraph' };
    await prisma.oidcProvider.create({ data: { id: openId, label: 'OpenID', ...client, updatedAt: at, ...dated } });
    await prisma.oidcIdentity.create({ data: { providerId: openId, subject: userId, userId, ...dated } });
    for (const [token, bound] of [
      [tokens.bound, acme.id],
      [tokens.elsewhere, globex.id],
    ] as const) {
      const data = { id: newId('AccessToken'), userId, hash: hashToken(token), name: 'bound', createdAt: at };
      await prisma.accessToken.create({ data: { ...data, organizationId: bound } });
    }
  });
  return tokens;
}

type PersonalTable = 'Member' | 'Grant' | 'TeamMember' | 'SamlIdentity' | 'OidcIdentity' | 'AccessToken';

async function rowsOf(table: PersonalTable, userId: string) {
  const { read } = test.store;
  return read.all(
    read.sql
      .selectFrom(table as 'Member')
      .select('organizationId')
      .where('userId', '=', userId),
  );
}

describe('removing a member', () => {
  it('deletes all rows that depend on the membership, and none of another organization', async () => {
    const member = await seedMember(test, acme.id, 'read');
    await test.store.transaction(({ prisma }) =>
      prisma.member.create({
        data: {
          organizationId: globex.id,
          userId: member.id,
          role: 'read',
          disabled: false,
          sso: false,
          joinedAt: new Date(),
        },
      }),
    );
    const tokens = await addDependentRows(member.id, await seedSpace(test, acme.id));
    expect((await test.rest('GET', '/user', { token: tokens.bound })).status).toBe(200);
    expect((await remove(member.id)).status).toBe(204);
    for (const table of ['Grant', 'TeamMember', 'SamlIdentity', 'OidcIdentity'] as const)
      expect([table, await rowsOf(table, member.id)]).toEqual([table, []]);
    expect((await rowsOf('Member', member.id)).map((row) => row.organizationId)).toEqual([globex.id]);
    expect((await rowsOf('AccessToken', member.id)).map((row) => row.organizationId).sort()).toEqual(
      [null, globex.id].sort(),
    );
    expect((await test.rest('GET', '/user', { token: tokens.bound })).status).toBe(401);
    expect((await test.rest('GET', '/user', { token: tokens.elsewhere })).status).toBe(200);
  });

  it('deletes the invite links that the member created; they stay invalid if the member returns', async () => {
    const maker = await seedMember(test, acme.id, 'admin');
    const space = await seedSpace(test, acme.id);
    const make = async (by: Person, body: object, organization = acme.id): Promise<string> =>
      (await test.rest('POST', `/orgs/${organization}/link-invites`, { ...by, body })).body.id;
    const gone = [await make(maker, { role: 'read' }), await make(maker, { space, level: 'edit' })];
    const left = await make(acme.admin, { role: 'read' });
    await addMember(test, globex.id, { id: maker.id, role: 'admin' });
    const elsewhere = await make(maker, { role: 'read' }, globex.id);
    await remove(maker.id);
    const { token } = await seedStranger(test);
    const joinBy = async (invite: string, organization = acme.id) =>
      (await test.rest('POST', `/orgs/${organization}/invites/${invite}`, { token })).status;
    for (const invite of gone) expect(await joinBy(invite)).toBe(404);
    await addMember(test, acme.id, { id: maker.id, role: 'admin' });
    for (const invite of gone) {
      expect((await test.rest('GET', `/orgs/${acme.id}/link-invites/${invite}`, acme.admin)).status).toBe(404);
      expect(await joinBy(invite)).toBe(404);
    }
    expect([await joinBy(left), await joinBy(elsewhere, globex.id)]).toEqual([200, 200]);
  });

  it('hides the organization from the next request of the removed member', async () => {
    const member = await seedMember(test, acme.id, 'create');
    const space = await seedSpace(test, acme.id);
    expect((await test.rest('GET', `/spaces/${space}`, member)).status).toBe(200);
    await remove(member.id);
    for (const hiddenPath of [`/spaces/${space}`, `/orgs/${acme.id}`, path(member.id), `/users/${acme.admin.id}`])
      expect([hiddenPath, (await test.rest('GET', hiddenPath, member)).status]).toEqual([hiddenPath, 404]);
    expect((await test.rest('GET', '/orgs', member)).body).toEqual({ count: 0, items: [] });
  });

  it('preserves content and references, which show the name of the user', async () => {
    const member = await seedMember(test, acme.id, 'edit');
    const proposal = await openChangeRequest(test, await seedSpace(test, acme.id), member.token);
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_specific_reviewers', users: [member.id] }] };
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { mergeRules } });
    await remove(member.id);
    const { status, body } = await test.rest('GET', proposal.path, acme.admin);
    expect([status, body.createdBy.id]).toEqual([200, member.id]);
    expect(body.createdBy).not.toHaveProperty('email');
    expect((await test.rest('GET', `/orgs/${acme.id}`, acme.admin)).body.mergeRules).toEqual(mergeRules);
  });

  it('is logged as an event', async () => {
    const member = await seedMember(test, acme.id, 'read');
    await remove(member.id);
    const { read } = test.store;
    const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', acme.id);
    expect(await read.first(events.orderBy('sequence', 'desc').limit(1))).toMatchObject({
      action: 'removeMemberFromOrganizationById',
      targetId: member.id,
      actorId: acme.admin.id,
    });
  });

  it('returns 204 without an effect for an unknown user and for a member of another organization', async () => {
    const other = await seedMember(test, globex.id, 'read');
    for (const id of [unknownUser, other.id]) expect((await remove(id)).status).toBe(204);
    expect((await test.rest('DELETE', path(other.id, globex.id), acme.admin)).status).toBe(204);
    expect(await rowsOf('Member', other.id)).toHaveLength(1);
  });

  it('returns 204 for a repeated removal', async () => {
    const member = await seedMember(test, acme.id, 'read');
    expect([(await remove(member.id)).status, (await remove(member.id)).status]).toEqual([204, 204]);
    expect((await get(member.id)).status).toBe(404);
  });

  it.each([null, 'read', 'comment', 'edit', 'review', 'create'] as (Role | null)[])(
    'returns 403 to a caller with the role %s, for any user',
    async (role) => {
      const member = await seedMember(test, acme.id, role);
      for (const id of [acme.admin.id, member.id, unknownUser]) expect((await remove(id, member)).status).toBe(403);
      expect((await get(member.id)).status).toBe(200);
    },
  );

  it('returns the removed user in GraphQL, and NOT_FOUND for a user who is not a member', async () => {
    const member = await seedMember(test, acme.id, 'read');
    const send = () =>
      test.graphql('mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { user { id } } }', {
        ...acme.admin,
        variables: { input: { organization: acme.id, user: member.id } },
      });
    expect((await send()).data.removeMember).toEqual({ user: { id: member.id } });
    expect((await send()).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the last admin', () => {
  const sentence = (id: string) =>
    `The user ${id} is the last admin of the organization; give someone else the role admin first`;

  it('cannot be removed or demoted: returns 409 with the reason', async () => {
    const { id, admin } = await seedOrganization(test);
    const refusals = [
      await test.rest('DELETE', path(admin.id, id), admin),
      await test.rest('PATCH', path(admin.id, id), { ...admin, body: { role: 'create' } }),
      await test.rest('PATCH', path(admin.id, id), { ...admin, body: { role: null } }),
    ];
    for (const { status, body } of refusals) expect([status, body.error.message]).toEqual([409, sentence(admin.id)]);
    expect((await test.rest('GET', path(admin.id, id), admin)).body.role).toBe('admin');
  });

  it('can be given the role admin again', async () => {
    const { id, admin } = await seedOrganization(test);
    const { status } = await test.rest('PATCH', path(admin.id, id), { ...admin, body: { role: 'admin' } });
    expect(status).toBe(200);
  });

  it('is the only admin who is not disabled; GraphQL names the reason', async () => {
    const { id, admin } = await seedOrganization(test);
    const disabled = await seedMember(test, id, 'admin');
    await test.store.transaction(({ prisma }) =>
      prisma.member.updateMany({ where: { organizationId: id, userId: disabled.id }, data: { disabled: true } }),
    );
    const mutation = `mutation ($input: UpdateMemberInput!) {
      updateMember(input: $input) { member { role } }
    }`;
    const input = { organization: id, user: admin.id, role: 'READ' };
    const { errors } = await test.graphql(mutation, { ...admin, variables: { input } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'LAST_ADMIN' });
    expect((await test.rest('DELETE', path(disabled.id, id), admin)).status).toBe(204);
  });

  it('is not protected after another admin is added', async () => {
    const { id, admin } = await seedOrganization(test);
    const second = await seedMember(test, id, 'admin');
    expect((await test.rest('DELETE', path(admin.id, id), admin)).status).toBe(204);
    expect((await test.rest('GET', path(second.id, id), second)).body.role).toBe('admin');
  });

  it('stays when two admins concurrently remove or demote each other or themselves', async () => {
    // The soak run uses a hundred times as many rounds.
    for (let round = 0; round < 10; round++) {
      const { id, admin } = await seedOrganization(test);
      const second = await seedMember(test, id, 'admin');
      const [one, other] = round % 2 ? [second, admin] : [admin, second];
      const send = (from: Person, to: Person) =>
        round % 3
          ? test.rest('DELETE', path(to.id, id), from)
          : test.rest('PATCH', path(to.id, id), { ...from, body: { role: 'read' } });
      const answers = await Promise.all([send(one, other), send(other, round % 4 < 2 ? one : other)]);
      // The later request fails if its target is the last admin or no longer a member, or if its sender lost the right.
      for (const { status } of answers) expect([200, 204, 409, 403, 401]).toContain(status);
      const { read } = test.store;
      const admins = read.sql.selectFrom('Member').select('userId').where('organizationId', '=', id);
      expect((await read.all(admins.where('role', '=', 'admin'))).length).toBeGreaterThan(0);
    }
  });
});
