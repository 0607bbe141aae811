import { describe, expect, it } from 'vitest';
import {
  addOidcProvider,
  oidcEnvironment,
  seedOidc,
  sessionCookieOf,
  signInByOidc,
  viewerOf,
} from '../../../api/http/oidc-kit.js';
import { type Account, openProvider } from '../../../api/oidc/open-provider.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { type PersonalTable, personalRows } from '../sso/sso-scene.js';

const test = await testApp(oidcEnvironment);
const acme = await seedOidc(test);

let count = 0;

/** Returns claims about a new person. */
function newAccount(email?: string): Account {
  count += 1;
  return { sub: `person-${count}`, name: `Person ${count}`, email: email ?? `person${count}@idp.test` };
}

const signIn = async (account: Account, at = acme) => {
  const cookie = sessionCookieOf(await signInByOidc(test, { ...at, account }));
  return (await viewerOf(test, cookie)).json().data.viewer;
};

const refusalOf = async (account: Account) => {
  const { statusCode, body } = await signInByOidc(test, { ...acme, account });
  return [statusCode, body];
};

const updateProvider = async ({ token }: { token: string }, input: object) => {
  const text = 'mutation ($input: UpdateOIDCProviderInput!) { updateOIDCProvider(input: $input) { __typename } }';
  expect((await test.graphql(text, { token, variables: { input } })).errors).toBe(undefined);
};

const rowsOf = (table: PersonalTable, userId: string) => personalRows(test, table, userId);

describe('a person who signs in by OpenID Connect', () => {
  it('becomes a member with the default role and team of the provider, and the address stays unverified', async () => {
    const own = await seedOidc(test);
    const defaultTeam = await seedTeam(test, own.id);
    const input = { organization: own.id, provider: own.providerId, defaultTeam, defaultRole: 'EDIT' };
    await updateProvider(own.admin, input);
    const { id } = await signIn(newAccount(), own);
    expect(await rowsOf('Member', id)).toMatchObject([{ organizationId: own.id, role: 'edit', sso: true }]);
    expect(await rowsOf('TeamMember', id)).toMatchObject([{ teamId: defaultTeam, role: 'member' }]);
    const { read } = test.store;
    const user = await read.first(read.sql.selectFrom('User').select('emailVerifiedAt').where('id', '=', id));
    expect(user).toEqual({ emailVerifiedAt: null });
  });

  it('becomes a member only with an address at a listed domain if the organization lists domains', async () => {
    const own = await seedOidc(test);
    await test.rest('PATCH', `/orgs/${own.id}`, { ...own.admin, body: { emailDomains: ['corp.test'] } });
    const { statusCode, body } = await signInByOidc(test, { ...own, account: newAccount('eve@gmail.test') });
    expect([statusCode, body]).toEqual([403, expect.stringContaining('does not list the domain of eve@gmail.test')]);
    expect((await signIn(newAccount('ada@corp.test'), own)).email).toBe('ada@corp.test');
    const invited = await seedMember(test, own.id, 'read');
    expect((await signIn(newAccount(invited.email), own)).id).toBe(invited.id);
  });

  it('is the same user at each sign-in with the same provider, also when the address changes', async () => {
    const account = newAccount();
    const { id } = await signIn(account);
    expect((await signIn({ ...account, email: newAccount().email })).id).toBe(id);
    const other = await seedOidc(test);
    expect((await signIn({ ...account, email: newAccount().email }, other)).id).not.toBe(id);
  });

  it('is identified as the existing member with that address, who keeps the role', async () => {
    const member = await seedMember(test, acme.id, 'review');
    expect((await signIn(newAccount(member.email.toUpperCase()))).id).toBe(member.id);
    expect(await rowsOf('Member', member.id)).toMatchObject([{ role: 'review', sso: true }]);
  });

  it('is refused without a verified address, or with the address of a user outside of the organization', async () => {
    const { email, ...nameless } = newAccount();
    const message = expect.stringContaining('names no verified e-mail address');
    expect(await refusalOf(nameless)).toEqual([403, message]);
    expect(await refusalOf({ ...nameless, email, email_verified: false })).toEqual([403, message]);
    const stranger = await seedMember(test, (await seedOidc(test)).id, 'admin');
    expect(await refusalOf(newAccount(stranger.email))).toEqual([
      403,
      expect.stringContaining('belongs to somebody outside the organization'),
    ]);
    expect(await rowsOf('Member', stranger.id)).toHaveLength(1);
  });

  it('is refused and gets no session if the member is disabled', async () => {
    const member = await seedMember(test, acme.id, 'edit');
    await test.store.transaction(async ({ prisma }) => {
      await prisma.member.updateMany({ where: { userId: member.id }, data: { disabled: true } });
    });
    const before = await rowsOf('AccessToken', member.id);
    expect(await refusalOf(newAccount(member.email))).toEqual([403, expect.stringContaining('You are disabled')]);
    expect(await rowsOf('AccessToken', member.id)).toEqual(before);
  });

  it.each([
    ['issuer', { issuer: 'https://openid.test/other', clientSecret: 'another client secret' }],
    ['client id', { clientId: 'other' }],
  ])('is refused if an admin enters another %s while the provider answers, and gets no identity', async (_, change) => {
    const organization = await seedOrganization(test);
    const account = newAccount();
    const claims = async () => {
      await updateProvider(organization.admin, { organization: organization.id, provider: providerId, ...change });
      return account;
    };
    const provider = await openProvider({ findAccount: () => ({ accountId: account.sub, claims }) });
    const providerId = await addOidcProvider(test, { ...organization, provider });
    const { statusCode, body } = await signInByOidc(test, { provider, providerId, account });
    expect([statusCode, body]).toEqual([403, expect.stringContaining('This sign-in is over')]);
    const { read } = test.store;
    const identities = read.sql.selectFrom('OidcIdentity').selectAll().where('providerId', '=', providerId);
    expect(await read.all(identities)).toEqual([]);
  });
});
