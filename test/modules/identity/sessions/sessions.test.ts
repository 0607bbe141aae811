import { describe, expect, it } from 'vitest';
import { hashToken } from '../../../../src/access/authenticate.js';
import { listSessionsOfUser, revokeSession } from '../../../../src/modules/identity/sessions/session-actions.js';
import { createLastUse } from '../../../../src/modules/identity/tokens/last-use.js';
import { tokenFor } from '../../../api/http/saml-kit.js';
import { sessionHeaders, testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedToken } from '../../../support/seed.js';
import { seedSession, seedSessionSecret } from '../../../support/seed-session.js';
import { newAssertedPerson, seedScene } from '../sso/sso-scene.js';

const test = await testApp();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

const listSessions = `{ viewer { sessions { nodes { id address userAgent isCurrent organization { id } user { id } } } } }`;
const revoke = 'mutation ($id: ID!) { revokeSession(input: { session: $id }) { deletedId } }';
const createToken =
  'mutation { createAccessToken(input: { name: "build" }) { token accessToken { issuer expiresAt } } }';

const ownSessions = async (token: string) => (await test.graphql(listSessions, { token })).data.viewer.sessions.nodes;
const endSession = async (token: string, id: string) => {
  const { data, errors } = await test.graphql(revoke, { token, variables: { id } });
  return data?.revokeSession?.deletedId ?? [errors?.[0]?.extensions.code, errors?.[0]?.extensions.reason];
};

describe('the sessions of a person', () => {
  it('show their browsers, and the session of the request is marked as current', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
    const other = await seedSession(test, { userId: admin.id, organizationId: organization });
    const session = { address: '192.0.2.7', userAgent: 'Test browser', user: { id: admin.id } };
    expect(await ownSessions(secret)).toEqual([
      { ...session, id: other, isCurrent: false, organization: { id: organization } },
      { ...session, id: expect.stringMatching(/^ses_/), isCurrent: true, organization: null },
    ]);
    const { data } = await test.graphql('{ accessTokens { nodes { id } } }', { token: secret });
    expect(data.accessTokens.nodes.every(({ id }: { id: string }) => id.startsWith('tok_'))).toBe(true);
  });

  it('are hidden from other people, and ended sessions are hidden from everyone', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const member = await seedMember(test, organization, 'read');
    const ended = await seedSession(test, { userId: admin.id, organizationId: null, at: ago(13 * hour) });
    const query =
      'query ($user: ID!, $ended: ID!) { user(id: $user) { sessions { nodes { id } } } node(id: $ended) { id } }';
    const variables = { user: admin.id, ended };
    for (const { token } of [admin, member])
      expect((await test.graphql(query, { token, variables })).data).toEqual({
        user: { sessions: { nodes: [] } },
        node: null,
      });
  });

  it('are only those for one organization if the request uses a session of its single sign-on', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    await seedSession(test, { userId: admin.id, organizationId: null });
    const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: organization });
    expect(await ownSessions(secret)).toHaveLength(1);
  });
});

describe('a session is revoked', () => {
  it('by its person, and the next request with it is refused', async () => {
    const { admin } = await seedOrganization(test);
    const [first, second] = [
      await seedSessionSecret(test, { userId: admin.id, organizationId: null }),
      await seedSessionSecret(test, { userId: admin.id, organizationId: null }),
    ];
    const [{ id }] = (await ownSessions(first)).filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(await endSession(second, id)).toBe(id);
    expect((await test.rest('GET', '/user', { token: first })).status).toBe(401);
    expect((await test.rest('GET', '/user', { token: second })).status).toBe(200);
  });

  it('by an admin of the organization that it is bound to, with an event, and by no other admin', async () => {
    const [acme, other] = [await seedOrganization(test), await seedOrganization(test)];
    const member = await seedMember(test, acme.id, 'read');
    const vouched = await seedSession(test, { userId: member.id, organizationId: acme.id });
    const unbound = await seedSession(test, { userId: member.id, organizationId: null });
    expect(await endSession(other.admin.token, vouched)).toEqual(['NOT_FOUND', undefined]);
    expect(await endSession(acme.admin.token, unbound)).toEqual(['NOT_FOUND', undefined]);
    expect(await endSession(acme.admin.token, vouched)).toBe(vouched);
    const { sql, first } = test.store.read;
    const event = await first(sql.selectFrom('Event').selectAll().where('targetId', '=', vouched));
    expect(event).toMatchObject({ action: 'revokeSession', organizationId: acme.id, actorId: acme.admin.id });
  });

  it('by the operator, who lists the sessions of any user', async () => {
    const { admin } = await seedOrganization(test);
    const id = await seedSession(test, { userId: admin.id, organizationId: null });
    const operator = { store: test.store, viewer: test.operator };
    expect((await listSessionsOfUser(operator, admin.id)).map((session) => session.id)).toEqual([id]);
    await revokeSession(operator, id);
    expect(await listSessionsOfUser(operator, admin.id)).toEqual([]);
  });

  it('by a mutation that does not revoke access tokens, and not by the mutation for access tokens', async () => {
    const { admin } = await seedOrganization(test);
    const session = await seedSession(test, { userId: admin.id, organizationId: null });
    const { data } = await test.graphql('{ accessTokens { nodes { id } } }', admin);
    expect(await endSession(admin.token, data.accessTokens.nodes[0].id)).toEqual(['NOT_FOUND', undefined]);
    const revokeToken = 'mutation ($id: ID!) { revokeAccessToken(input: { accessToken: $id }) { deletedId } }';
    const { errors } = await test.graphql(revokeToken, { ...admin, variables: { id: session } });
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('a request with a session', () => {
  const expiryOf = async (secret: string) => {
    const { sql, first } = test.store.read;
    const query = sql.selectFrom('AccessToken').selectAll().where('hash', '=', hashToken(secret));
    return (await first(query))!;
  };
  it.each([
    ['extends it to twelve hours from now', hour, 12 * hour],
    ['extends it to at most 30 days after the sign-in', 30 * day - hour, hour],
  ])('%s', async (_title, age, left) => {
    const { admin } = await seedOrganization(test);
    const at = ago(age);
    const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: null, at });
    const { id, lastUsedAt } = await expiryOf(secret);
    const uses = createLastUse(test.store);
    uses.note({ id, lastUsedAt, signedInAt: at.toISOString(), address: '192.0.2.1' });
    await uses.close();
    const expiresAt = Date.parse((await expiryOf(secret)).expiresAt!);
    expect(Math.abs(expiresAt - Date.now() - left)).toBeLessThan(minute);
  });
});

describe('credentials', () => {
  it('can be created in a session within 15 minutes of the sign-in, and at any time with an access token', async () => {
    const { admin } = await seedOrganization(test);
    const session = { userId: admin.id, organizationId: null };
    const [recent, old] = [
      await seedSessionSecret(test, { ...session, at: ago(14 * minute) }),
      await seedSessionSecret(test, { ...session, at: ago(16 * minute) }),
    ];
    const { errors } = await test.graphql(createToken, { token: old });
    expect(errors?.[0]).toMatchObject({
      message: 'Cannot do viewer.manageTokens: you signed in more than 15 minutes ago. Sign in again at /login',
      extensions: { code: 'FORBIDDEN', reason: 'SIGN_IN_TOO_OLD' },
    });
    const { data } = await test.graphql(createToken, { token: recent });
    expect(data.createAccessToken.accessToken).toEqual({ issuer: 'LINK', expiresAt: null });
    expect((await test.graphql(createToken, admin)).errors).toBeUndefined();
  });

  it('that a session of single sign-on creates are bound to its organization, and have the issuer SSO', async () => {
    const acme = await seedScene(test);
    const token = await tokenFor(test, { id: acme.provider, ...newAssertedPerson() });
    const { data } = await test.graphql(createToken, { token });
    expect(data.createAccessToken.accessToken).toEqual({ issuer: 'SSO', expiresAt: null });
    const { body } = await test.rest('GET', '/orgs', { token: data.createAccessToken.token });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([acme.id]);
  });

  it('of a person are limited to 100 access tokens; sessions do not count', async () => {
    const { admin } = await seedOrganization(test);
    for (let count = 1; count < 99; count += 1) await seedToken(test, admin.id, { issuer: 'user' });
    const token = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
    const attempt = async () => (await test.graphql(createToken, { token })).errors?.[0]?.extensions.code;
    expect([await attempt(), await attempt()]).toEqual([undefined, 'CONFLICT']);
  });
});

describe('a session that has ended', () => {
  it('is anonymous in GraphQL and refused by /v1, loses its cookie, and does not count as a failed attempt', async () => {
    const limited = await testApp({ RATE_LIMIT: '100000' });
    const headers = sessionHeaders(`dgs_${'x'.repeat(43)}`);
    const removed = '__Host-docgraph=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0';
    for (let count = 0; count < 70; count += 1) {
      const answer = await limited.app.inject({ url: '/graphql?query={viewer{id}}', headers });
      expect([answer.json().data, answer.headers['set-cookie']]).toEqual([{ viewer: null }, removed]);
    }
    const answer = await limited.app.inject({ url: '/v1/user', headers });
    expect([answer.statusCode, answer.json().error.message, answer.headers['set-cookie']]).toEqual([
      401,
      'The session has ended: sign in again at /login',
      removed,
    ]);
  });
});

describe('the secret of a session', () => {
  it('is not accepted as a bearer token, and an access token is not accepted as a cookie', async () => {
    const { admin } = await seedOrganization(test);
    const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
    const ask = async (headers: Record<string, string>) =>
      (await test.app.inject({ url: '/v1/user', headers })).statusCode;
    expect(await ask({ authorization: `Bearer ${secret}` })).toBe(401);
    expect(await ask({ cookie: `__Host-docgraph=${admin.token}`, 'sec-fetch-site': 'same-origin' })).toBe(401);
  });

  it.each([
    ['a page of this server', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a script with X-Requested-With', { 'x-requested-with': 'XMLHttpRequest' }, 200],
    ['a script with GraphQL-Preflight', { 'graphql-preflight': '1' }, 200],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 401],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site' }, 401],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 401],
    ['a browser without either header', {}, 401],
  ])('in a request from %s is accepted or refused as expected', async (_title, headers, status) => {
    const { admin } = await seedOrganization(test);
    const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
    const request = { url: '/v1/user', headers: { cookie: `a=1; __Host-docgraph=${secret}`, ...headers } };
    expect((await test.app.inject(request)).statusCode).toBe(status);
    const query = { url: '/graphql?query={viewer{id}}', headers: { ...request.headers, accept: 'application/json' } };
    const { data } = (await test.app.inject(query)).json();
    expect(data.viewer).toEqual(status === 200 ? { id: admin.id } : null);
  });
});
