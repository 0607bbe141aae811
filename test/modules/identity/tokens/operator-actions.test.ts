import { describe, expect, it } from 'vitest';
import {
  createToken,
  listTokensOfUser,
  revokeToken,
} from '../../../../src/modules/identity/tokens/operator-actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator };
const { id: organization, admin } = await seedOrganization(test);

describe('a token that the operator creates', () => {
  it.each([
    [{ expiresAt: '2020-01-31T00:00:00Z' }, '`expiresAt` must be in the future (got 2020-01-31T00:00:00.000Z)'],
    [{ expiresAt: '2999-01-31T00:00:00Z' }, '`expiresAt` must be at most 3650 days ahead'],
    [{ scopes: ['space:fly'] }, '`scopes[0]` must be one of read, agent, '],
    [{ organization: 'org_x' }, 'has no organization with the id "org_x"'],
    [{ name: '' }, '`name` must have 1 to 100 characters (got 0)'],
    [{ user: 'no@one.test' }, 'No user with the id "no@one.test"'],
  ])('is refused with %j', async (limits, message) => {
    await expect(createToken(operator, { user: admin.email, ...limits })).rejects.toThrow(message);
  });

  it('works if single sign-on is required, but a token that its user creates with it does not', async () => {
    const { id, admin: owner } = await seedOrganization(test);
    const { token } = await createToken(operator, { user: owner.id, organization: id });
    const query = 'mutation { createAccessToken(input: { name: "own" }) { token } }';
    const { data } = await test.graphql(query, { token });
    const get = async (one: string) => (await test.rest('GET', `/orgs/${id}`, { token: one })).status;
    const own = data.createAccessToken.token;
    expect([await get(token), await get(own)]).toEqual([200, 200]);
    await test.store.transaction(({ prisma }) =>
      prisma.organization.update({ where: { id }, data: { sso: true } }).then(() => {}),
    );
    expect([await get(token), await get(own)]).toEqual([200, 401]);
  });

  it('cannot be created for an erased person', async () => {
    const { id: user } = await seedStranger(test);
    await test.store.transaction(({ prisma }) =>
      prisma.user.update({ where: { id: user }, data: { erasedAt: new Date() }, select: { id: true } }),
    );
    await expect(createToken(operator, { user })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can be listed and revoked only by the operator', async () => {
    const { id: userId, token } = await seedStranger(test);
    const [{ id = '' } = {}] = await listTokensOfUser(operator, userId);
    const member = await seedMember(test, organization, 'admin');
    const viewer = {
      kind: 'user',
      userId: member.id,
      tokenId: 'tok',
      roles: new Map(),
      allowed: null,
      isAgent: false,
      organizationId: null,
    } as const;
    const user = { store: test.store, viewer };
    for (const action of [
      () => createToken(user, { user: userId }),
      () => listTokensOfUser(user, userId),
      () => revokeToken(user, id),
    ])
      await expect(async () => action()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await revokeToken(operator, id);
    expect((await test.rest('GET', '/user', { token })).status).toBe(401);
    await expect(revokeToken(operator, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
