import { describe, expect, it } from 'vitest';
import { lockMember } from '../../../../src/modules/identity/members/member-actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator };

describe('a member who is locked out', () => {
  it('has no rights from the next request on, and has them again when it is let in', async () => {
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

  it('is not the last admin who is let in: 409, also where two are locked out at once', async () => {
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
    ['an organization that there is not', { organization: 'org_x' }, 'No organization with the id "org_x"'],
    ['someone who is no member', { email: 'No@one.test' }, 'no member with the e-mail address "No@one.test"'],
  ])('%s is not found', async (_name, wrong, message) => {
    const { id: organization, admin } = await seedOrganization(test);
    const lock = lockMember(operator, { email: admin.email, organization, disabled: true, ...wrong });
    await expect(lock).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(message) });
  });

  it('is locked out by the operator alone', async () => {
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
