import { describe, expect, it } from 'vitest';
import { lockMember } from '../../../../src/modules/identity/members/member-actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator };

describe('locking a member', () => {
  it('removes all rights from the next request on, and unlocking restores them', async () => {
    const { id: organization } = await seedOrganization(test);
    const member = await seedMember(test, organization, 'edit');
    const see = async () => (await test.rest('GET', `/orgs/${organization}`, member)).status;
    const lock = (disabled: boolean) => lockMember(operator, { email: member.email, organization, disabled });
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

  it('returns 409 for the last admin who is not locked, also when two are locked concurrently', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const other = await seedMember(test, organization, 'admin');
    const outcomes = await Promise.allSettled(
      [admin, other].map(({ email }) => lockMember(operator, { email, organization, disabled: true })),
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
    ['a user who is not a member', { email: 'No@one.test' }, 'no member with the e-mail address "No@one.test"'],
  ])('returns NOT_FOUND for %s', async (_name, wrong, message) => {
    const { id: organization, admin } = await seedOrganization(test);
    const lock = lockMember(operator, { email: admin.email, organization, disabled: true, ...wrong });
    await expect(lock).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(message) });
  });

  it('is allowed only to the operator', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const stranger = await seedStranger(test);
    const viewer = {
      kind: 'user',
      userId: stranger.id,
      tokenId: 't',
      roles: new Map(),
      allowed: null,
      isAgent: false,
      organizationId: null,
    } as const;
    const lock = async () =>
      lockMember({ store: test.store, viewer }, { email: admin.email, organization, disabled: true });
    await expect(lock).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
