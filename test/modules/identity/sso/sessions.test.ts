import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import type { Row } from '../../../../src/platform/db/query/rows.js';
import { tokenFor } from '../../../api/http/saml-kit.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedMember, seedStranger, seedToken } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { newAssertedPerson, personalRows, seedScene } from './sso-scene.js';

const test = await testApp();
const scene = () => seedScene(test);
const userOf = async (token: string) => (await test.rest('GET', '/user', { token })).body;
const tokensOf = (userId: string) => personalRows(test, 'AccessToken', userId);

describe('a session of single sign-on', () => {
  it('ends after twelve hours', async () => {
    const acme = await scene();
    moveClock(0);
    const token = await tokenFor(test, { id: acme.provider, ...newAssertedPerson() });
    const user = await userOf(token);
    const [row] = await tokensOf(user.id);
    expect(row).toMatchObject({ issuer: 'session', providerId: acme.provider, organizationId: acme.id, scopes: null });
    const { expiresAt } = row as { expiresAt: string };
    expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBe(12);
    const past = new Date(Date.now() - 1);
    await test.store.transaction(async ({ prisma }) => {
      await prisma.accessToken.updateMany({ where: { userId: user.id }, data: { expiresAt: past } });
    });
    const { status, body } = await test.rest('GET', '/user', { token });
    expect([status, body.error.message]).toEqual([401, 'The session has ended: sign in again at /login']);
  });

  it('ends when its user has twenty newer sessions', async () => {
    const acme = await scene();
    const person = { id: acme.provider, ...newAssertedPerson() };
    const oldest = await tokenFor(test, person);
    const user = await userOf(oldest);
    const second = await tokenFor(test, person);
    const { userId, issuer, organizationId, name } = (await tokensOf(user.id))[0] as Row<'AccessToken'>;
    const more = Array.from({ length: 18 }, (_, index) => ({
      ...{ id: newId('AccessToken'), hash: `${user.id} ${index}`, createdAt: new Date() },
      ...{ userId, issuer, organizationId, name },
    }));
    await test.store.transaction(async ({ prisma }) => void (await prisma.accessToken.createMany({ data: more })));
    await tokenFor(test, person);
    expect(await tokensOf(user.id)).toHaveLength(20);
    expect((await test.rest('GET', '/user', { token: oldest })).status).toBe(401);
    expect((await test.rest('GET', '/user', { token: second })).status).toBe(200);
  });
});

describe('enforced single sign-on', () => {
  /** Creates a token that is issued by the member, not by the operator. */
  const ownToken = (userId: string) => seedToken(test, userId, { issuer: 'user' });

  it('refuses a token that a member created until the member signs in, but no token of the operator', async () => {
    const acme = await scene();
    const member = await seedMember(test, acme.id, 'edit');
    const token = await ownToken(member.id);
    const ask = (as: string) => test.rest('GET', `/orgs/${acme.id}`, { token: as });
    expect((await ask(token)).status).toBe(200);
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { sso: true } });
    const refused = await ask(token);
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      'The organization Acme requires single sign-on: sign in with its identity provider',
    ]);
    expect((await ask(member.token)).status).toBe(200);
    const login = { id: acme.provider, nameId: 'member', attributes: { email: member.email } };
    expect((await ask(await tokenFor(test, login))).status).toBe(200);
    expect((await ask(token)).status).toBe(200);
    expect((await ask(acme.admin.token)).status).toBe(200);
  });

  it('refuses a session of a sign-in link and its tokens, even after the member signed in at the provider', async () => {
    const acme = await scene();
    const member = await seedMember(test, acme.id, 'edit');
    const login = { id: acme.provider, nameId: member.id, attributes: { email: member.email } };
    const vouched = await tokenFor(test, login);
    const byLink = await seedSessionSecret(test, { userId: member.id, organizationId: null });
    const create = 'mutation { createAccessToken(input: { name: "a" }) { token } }';
    const first: string = (await test.graphql(create, { token: byLink })).data.createAccessToken.token;
    const second: string = (await test.graphql(create, { token: first })).data.createAccessToken.token;
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { sso: true } });
    const statusOf = async (token: string) => (await test.rest('GET', `/orgs/${acme.id}`, { token })).status;
    expect(await statusOf(vouched)).toBe(200);
    for (const token of [byLink, first, second]) expect(await statusOf(token)).toBe(401);
  });

  it("does not affect a member's other organizations", async () => {
    const [acme, otherOrganization] = [await scene(), await scene()];
    const stranger = await seedStranger(test);
    await test.store.transaction(async ({ prisma }) => {
      for (const { id } of [acme, otherOrganization]) {
        const row = { organizationId: id, userId: stranger.id, role: 'read', disabled: false, sso: false };
        await prisma.member.create({ data: { ...row, joinedAt: new Date() } });
      }
    });
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { sso: true } });
    const token = await ownToken(stranger.id);
    expect((await test.rest('GET', `/orgs/${acme.id}`, { token })).status).toBe(404);
    expect((await test.rest('GET', `/orgs/${otherOrganization.id}`, { token })).status).toBe(200);
  });
});
