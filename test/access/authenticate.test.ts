import { describe, expect, it } from 'vitest';
import { hashToken } from '../../src/access/authenticate.js';
import { createUser } from '../../src/modules/identity/members/user-actions.js';
import { testApp } from '../support/app.js';
import { seedMember, seedOrganization } from '../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

const withHeader = (authorization: string) => test.rest('GET', '/user', { headers: { authorization } });

describe('the authentication of a request', () => {
  it('identifies the caller by a bearer token, and ignores the case of the scheme', async () => {
    expect((await withHeader(`bearer ${admin.token}`)).body.id).toBe(admin.id);
  });

  it.each([
    ['no scheme', (token: string) => token],
    ['another scheme', (token: string) => `Basic ${token}`],
    ['no token', () => 'Bearer '],
    ['two tokens', (token: string) => `Bearer ${token} ${token}`],
    ['an unknown token', (token: string) => `Bearer ${token}x`],
    ['the hash of a token', (token: string) => `Bearer ${hashToken(token)}`],
  ])('fails with 401 on /v1 and in GraphQL for %s', async (_name, header) => {
    const authorization = header(admin.token);
    const refused = await withHeader(authorization);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const graph = await test.graphql('{ __typename }', { headers: { authorization } });
    expect([graph.status, graph.errors?.[0]?.extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('fails with 401 on /v1 without a token, before anything is read', async () => {
    const paths = ['/user', '/orgs', '/spaces/spc_unknown', `/orgs/${organization}/sites`];
    const answers = await Promise.all(paths.map((path) => test.rest('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('applies a role from the request after the operator changed it', async () => {
    const member = await seedMember(test, organization, 'read');
    const create = () => test.rest('POST', `/orgs/${organization}/spaces`, { ...member, body: {} });
    expect((await create()).status).toBe(403);
    const actor = { store: test.store, viewer: test.operator };
    await createUser(actor, { email: member.email, name: 'Promoted', organization, role: 'create' });
    expect((await create()).status).toBe(201);
  });
});
