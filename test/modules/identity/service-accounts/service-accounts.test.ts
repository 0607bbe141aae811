import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace, tokenOf } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { createToken, errorOf } from '../tokens/own-tokens.js';
import { createAccount, createAccountToken, mutate, tryCreateAccount, tryCreateAccountToken } from './account-kit.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

const eventsOn = async (target: string): Promise<string[]> => {
  const { read, sql } = test.store;
  const events = sql.selectFrom('Event').select('action').where('targetId', '=', target).orderBy('sequence');
  return (await read.all(events)).map(({ action }) => action);
};

describe('a service account', () => {
  it('is a member of the kind service account, with a name and a role, but without an address', async () => {
    const { data, errors } = await tryCreateAccount(test, admin.token, { organization, role: 'EDIT' });
    expect(errors).toBeUndefined();
    const { member } = data.createServiceAccount;
    expect(member).toEqual({
      role: 'EDIT',
      user: { id: expect.any(String), displayName: 'Deploys', email: null, kind: 'SERVICE_ACCOUNT' },
    });
    expect(await eventsOn(member.user.id)).toEqual(['createServiceAccount']);
    const query = `query ($id: ID!) { organization(id: $id) {
      accounts: members(filter: { kind: SERVICE_ACCOUNT }) { totalCount nodes { user { id } } }
      people: members(filter: { kind: PERSON }) { nodes { user { id } } }
      found: members(filter: { kind: SERVICE_ACCOUNT }, search: "deploy") { totalCount }
      none: members(filter: { kind: FORMER_MEMBER }) { totalCount } } }`;
    const { organization: lists } = (await test.graphql(query, { ...admin, variables: { id: organization } })).data;
    expect(lists.accounts.nodes).toEqual([{ user: { id: member.user.id } }]);
    expect(lists.people.nodes).not.toContainEqual({ user: { id: member.user.id } });
    expect([lists.found.totalCount, lists.none.totalCount]).toEqual([1, 0]);
    const listed = await test.rest('GET', `/orgs/${organization}/members/${member.user.id}`, admin);
    expect([listed.status, listed.body.user.displayName, listed.body.user.email]).toEqual([200, 'Deploys', undefined]);
  });

  it('can write with its token, and is shown as the author', async () => {
    const id = await createAccount(test, admin.token, { organization, name: 'Writer', role: 'EDIT' });
    const space = await seedSpace(test, organization);
    const { token } = await createAccountToken(test, admin.token, { serviceAccount: id });
    const { body } = await test.rest('POST', `/spaces/${space}/change-requests`, { token, body: {} });
    const query = 'query ($id: ID!) { changeRequest(id: $id) { createdBy { id displayName kind } } }';
    const { data } = await test.graphql(query, { ...admin, variables: { id: body.id } });
    expect(data.changeRequest.createdBy).toEqual({ id, displayName: 'Writer', kind: 'SERVICE_ACCOUNT' });
  });

  it('can be renamed, and is found by its new name', async () => {
    const serviceAccount = await createAccount(test, admin.token, { organization });
    const change = { name: 'updateServiceAccount', input: { serviceAccount, name: ' Nightly ' } };
    const { data } = await mutate(test, admin.token, { ...change, selection: 'user { displayName }' });
    expect(data.updateServiceAccount.user).toEqual({ displayName: 'Nightly' });
    const query = 'query ($id: ID!) { organization(id: $id) { members(search: "nightly") { totalCount } } }';
    const found = await test.graphql(query, { ...admin, variables: { id: organization } });
    expect(found.data.organization.members.totalCount).toBe(1);
    expect(await eventsOn(serviceAccount)).toEqual(['createServiceAccount', 'updateServiceAccount']);
  });

  it('loses its tokens and its membership when it is removed', async () => {
    const serviceAccount = await createAccount(test, admin.token, { organization });
    const { token } = await createAccountToken(test, admin.token, { serviceAccount });
    expect((await test.rest('DELETE', `/orgs/${organization}/members/${serviceAccount}`, admin)).status).toBe(204);
    expect((await test.rest('GET', '/user', { token })).status).toBe(401);
    expect(errorOf(await tryCreateAccountToken(test, admin.token, { serviceAccount }))[0]).toBe('NOT_FOUND');
  });

  it('does not count as the last admin, and cannot be required to use single sign-on', async () => {
    const acme = await seedOrganization(test);
    const account = await createAccount(test, acme.admin.token, { organization: acme.id, role: 'ADMIN' });
    const { token } = await createAccountToken(test, acme.admin.token, { serviceAccount: account });
    const members = `/orgs/${acme.id}/members`;
    const refused = await test.rest('DELETE', `${members}/${acme.admin.id}`, { token });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('last admin')]);
    expect((await test.rest('POST', `${members}/${account}/sso`, acme.admin)).status).toBe(400);
    const demoted = { ...acme.admin, body: { role: 'read' } };
    expect((await test.rest('PATCH', `${members}/${account}`, demoted)).status).toBe(200);
  });

  it('belongs to one organization, and cannot join another one', async () => {
    const acme = await seedOrganization(test);
    const serviceAccount = await createAccount(test, admin.token, { organization, role: 'ADMIN' });
    const { token } = await createAccountToken(test, admin.token, { serviceAccount });
    const link = await test.rest('POST', `/orgs/${acme.id}/link-invites`, { ...acme.admin, body: { role: 'read' } });
    const joins = [`/orgs/${acme.id}/join`, `/orgs/${acme.id}/invites/${link.body.id}`];
    for (const path of joins) expect((await test.rest('POST', path, { token })).status).toBeGreaterThanOrEqual(400);
    const { read, sql } = test.store;
    const memberships = sql.selectFrom('Member').select('organizationId').where('userId', '=', serviceAccount);
    expect(await read.all(memberships)).toEqual([{ organizationId: organization }]);
  });
});

describe('managing service accounts', () => {
  it('requires the role admin, and is refused to tokens with scopes', async () => {
    const member = await seedMember(test, organization, 'create');
    const scoped = await tokenOf(test, admin.id, { scopes: ['member:update', 'read'] });
    expect(errorOf(await tryCreateAccount(test, member.token, { organization }))).toEqual([
      'FORBIDDEN',
      'ROLE_TOO_LOW',
      expect.stringContaining('member.manageServiceAccounts needs the role admin'),
    ]);
    expect(errorOf(await tryCreateAccount(test, scoped, { organization })).slice(0, 2)).toEqual([
      'FORBIDDEN',
      'SCOPE_MISSING',
    ]);
    const serviceAccount = await createAccount(test, admin.token, { organization });
    for (const token of [member.token, scoped])
      expect(errorOf(await tryCreateAccountToken(test, token, { serviceAccount }))[0]).toBe('FORBIDDEN');
  });

  it('is refused in a session that is older than 15 minutes', async () => {
    const at = new Date(Date.now() - 16 * 60_000);
    const tokens = [new Date(), at].map((time) =>
      seedSessionSecret(test, { userId: admin.id, organizationId: organization, at: time }),
    );
    const answers = await Promise.all(
      tokens.map(async (token) => errorOf(await tryCreateAccount(test, await token, { organization }))),
    );
    expect(answers.map(([code, reason]) => [code, reason])).toEqual([
      [undefined, undefined],
      ['FORBIDDEN', 'SIGN_IN_TOO_OLD'],
    ]);
  });

  it('returns the same NOT_FOUND for a person, an account of another organization and an unknown id', async () => {
    const foreign = await seedOrganization(test);
    const account = await createAccount(test, foreign.admin.token, { organization: foreign.id });
    const guest = await seedMember(test, foreign.id, null);
    const unknown = 'usr_00000000000000000000000000';
    const cases = [
      [admin.token, account],
      [admin.token, admin.id],
      [guest.token, account],
    ] as const;
    for (const [token, serviceAccount] of cases) {
      const [code, , message] = errorOf(await tryCreateAccountToken(test, token, { serviceAccount }));
      expect([code, String(message).replace(serviceAccount, unknown)]).toEqual([
        'NOT_FOUND',
        `No service account with the id "${unknown}"`,
      ]);
    }
  });

  it.each([
    ['an empty name', { name: '  ' }, 'name'],
    ['the scope of the operator', { scopes: ['operator'] }, 'scopes[0]'],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('refuses a token with %s', async (_name, input, field) => {
    const serviceAccount = await createAccount(test, admin.token, { organization });
    const answer = await tryCreateAccountToken(test, admin.token, { serviceAccount, ...input });
    expect(errorOf(answer).slice(0, 2)).toEqual(['BAD_USER_INPUT', field]);
  });
});

describe('the token of a service account', () => {
  it('is shown once, and is bound to the organization', async () => {
    const serviceAccount = await createAccount(test, admin.token, { organization });
    const input = { serviceAccount, scopes: ['read'], expiresAt: '2033-01-01T00:00:00Z' };
    const { data } = await tryCreateAccountToken(test, admin.token, input);
    expect(data.createServiceAccountToken).toEqual({
      token: expect.stringMatching(/^dg_/),
      accessToken: {
        id: expect.any(String),
        name: 'ci',
        issuer: 'ADMIN',
        scopes: ['read'],
        expiresAt: '2033-01-01T00:00:00.000Z',
        endsAt: '2033-01-01T00:00:00.000Z',
        organization: { id: organization },
        user: { id: serviceAccount, kind: 'SERVICE_ACCOUNT' },
      },
    });
    expect(await eventsOn(data.createServiceAccountToken.accessToken.id)).toEqual(['createAccessToken']);
  });

  it('can create tokens that work in an organization that requires single sign-on', async () => {
    const acme = await seedOrganization(test);
    const serviceAccount = await createAccount(test, acme.admin.token, { organization: acme.id });
    const first = await createAccountToken(test, acme.admin.token, { serviceAccount });
    const byOperator = await tokenOf(test, serviceAccount);
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { sso: true } });
    for (const { token } of [first, { token: byOperator }]) {
      const second = await createToken(test, token);
      expect((await test.rest('GET', `/orgs/${acme.id}`, { token: second.token })).status).toBe(200);
    }
  });

  it('is bound to the organization if the operator creates it, and cannot have the scope operator', async () => {
    const serviceAccount = await createAccount(test, admin.token, { organization });
    const other = await seedOrganization(test);
    const { data } = await test.graphql('{ accessTokens { nodes { organization { id } } } }', {
      token: await tokenOf(test, serviceAccount),
    });
    expect(data.accessTokens.nodes).toEqual([{ organization: { id: organization } }]);
    await expect(tokenOf(test, serviceAccount, { scopes: ['operator'] })).rejects.toThrow('must not be set');
    await expect(tokenOf(test, serviceAccount, { organization: other.id })).rejects.toThrow('has no organization');
  });
});
