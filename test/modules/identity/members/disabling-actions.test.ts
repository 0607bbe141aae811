import { describe, expect, it } from 'vitest';
import { setMemberDisabled } from '../../../../src/modules/identity/members/disabling-actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger, tokenOf } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator };

describe('locking a member', () => {
  it('removes all rights before the next request, and unlocking restores them', async () => {
    const { id: organization } = await seedOrganization(test);
    const member = await seedMember(test, organization, 'edit');
    const see = async () => (await test.rest('GET', `/orgs/${organization}`, member)).status;
    const lock = (disabled: boolean) => setMemberDisabled(operator, { user: member.email, organization, disabled });
    expect(await see()).toBe(200);
    for (let twice = 0; twice < 2; twice += 1) expect(await lock(true)).toBe(member.id);
    expect(await see()).toBe(401);
    expect(await lock(false)).toBe(member.id);
    expect(await see()).toBe(200);
    const { read, sql } = test.store;
    const query = sql.selectFrom('Event').selectAll().where('targetId', '=', member.id);
    const events = await read.all(query.orderBy('sequence'));
    expect(events.map(({ action }) => action).filter((action) => /able/.test(action))).toEqual([
      'disableMember',
      'enableMember',
    ]);
  });

  it('returns 409 for the last admin who is not locked, also if two admins are locked concurrently', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const other = await seedMember(test, organization, 'admin');
    const outcomes = await Promise.allSettled(
      [admin, other].map(({ id }) => setMemberDisabled(operator, { user: id, organization, disabled: true })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { reason } = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(reason).toMatchObject({
      code: 'CONFLICT',
      status: 409,
      message: expect.stringMatching(/is the last admin/),
    });
  });

  it.each([
    ['an unknown organization', { organization: 'org_x' }, 'No organization with the id "org_x"'],
    ['an unknown user', { user: 'No@one.test' }, 'No user with the id "No@one.test"'],
  ])('returns NOT_FOUND for %s', async (_name, wrong, message) => {
    const { id: organization, admin } = await seedOrganization(test);
    const lock = setMemberDisabled(operator, { user: admin.id, organization, disabled: true, ...wrong });
    await expect(lock).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(message) });
  });

  it('is allowed to admins with a recent sign-in and to the operator, and ends sessions', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const [member, stranger] = [await seedMember(test, organization, 'edit'), await seedStranger(test)];
    const disable = async (token: string) => {
      const input = { organization, user: member.id };
      const { data, errors } = await test.graphql(disabling, { token, variables: { input } });
      const { code, reason } = errors?.[0]?.extensions ?? {};
      return data?.disableMember?.member ?? [code, reason].filter(Boolean).join(' ');
    };
    const signIn = (userId: string, at?: Date) => seedSessionSecret(test, { userId, organizationId: organization, at });
    const [own, old] = [await signIn(member.id), await signIn(admin.id, new Date(Date.now() - 16 * 60_000))];
    expect(await disable(stranger.token)).toBe('NOT_FOUND');
    expect(await disable(member.token)).toBe('FORBIDDEN ROLE_TOO_LOW');
    expect(await disable(old)).toBe('FORBIDDEN SIGN_IN_TOO_OLD');
    expect(await disable(await signIn(admin.id))).toEqual({ id: member.id, disabled: true });
    await setMemberDisabled(operator, { organization, user: member.id, disabled: false });
    expect((await test.graphql('{ viewer { id } }', { token: own })).data).toEqual({ viewer: null });
    // The operator may not see members of the organization, so the payload contains no member.
    const { data } = await test.graphql(disabling, {
      token: await tokenOf(test, stranger.id, { scopes: ['operator'] }),
      variables: { input: { organization, user: member.id } },
    });
    expect(data).toEqual({ disableMember: { member: null } });
    expect((await test.rest('GET', `/orgs/${organization}`, member)).status).toBe(401);
  });
});

const disabling = 'mutation ($input: DisableMemberInput!) { disableMember(input: $input) { member { id disabled } } }';
