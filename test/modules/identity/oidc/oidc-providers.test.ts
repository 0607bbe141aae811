import { describe, expect, it } from 'vitest';
import { publicUrl, sealer, testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { seedProvider } from '../sso/sso-scene.js';
import { oidcSettings, seedOidcProvider } from './oidc-settings.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const provider = await seedOidcProvider(test, acme);

const mutate = (name: 'create' | 'update' | 'delete', input: object, as: { token: string } = acme.admin) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}OIDCProviderInput`;
  const shown = name === 'delete' ? 'deletedId' : 'provider { id label issuer clientId hasClientSecret }';
  const text = `mutation ($input: ${type}!) { ${name}OIDCProvider(input: $input) { ${shown} } }`;
  return test.graphql(text, { ...as, variables: { input: { organization: acme.id, ...input } } });
};

const refusalOf = async (answer: ReturnType<typeof mutate>) => {
  const { errors } = await answer;
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
};

const rowOf = async (id: string) => {
  const { read } = test.store;
  return (await read.first(read.sql.selectFrom('OidcProvider').selectAll().where('id', '=', id)))!;
};

describe('an OpenID provider', () => {
  it('shows its settings and the addresses to enter at the provider, but never its secret', async () => {
    const text = `query ($organization: ID!, $id: ID!) { organization(id: $organization) { oidcProvider(id: $id) {
      label issuer clientId hasClientSecret groupsClaim defaultRole defaultTeam { id } organization { id }
      service { callbackURL startURL backchannelLogoutURL postLogoutURL }
    } oidcProviders { totalCount nodes { id } } } }`;
    const answer = await test.graphql(text, { ...acme.admin, variables: { organization: acme.id, id: provider } });
    const own = `${publicUrl}/oidc/${provider}`;
    const { clientSecret, ...shown } = oidcSettings;
    expect(answer.data.organization.oidcProvider).toEqual({
      ...shown,
      hasClientSecret: true,
      groupsClaim: null,
      defaultRole: expect.any(String),
      defaultTeam: null,
      organization: { id: acme.id },
      service: {
        callbackURL: `${own}/callback`,
        startURL: `${own}/start`,
        backchannelLogoutURL: `${own}/backchannel-logout`,
        postLogoutURL: `${own}/signed-out`,
      },
    });
    expect(answer.data.organization.oidcProviders).toEqual({ totalCount: 1, nodes: [{ id: provider }] });
    expect(JSON.stringify(answer)).not.toContain(clientSecret);
  });

  it('stores the client secret sealed, and records no secret', async () => {
    const { clientSecret } = await rowOf(provider);
    expect(clientSecret).not.toContain(oidcSettings.clientSecret);
    expect(sealer.open('client-secret', clientSecret!)).toBe(oidcSettings.clientSecret);
    const { read } = test.store;
    const event = await read.first(read.sql.selectFrom('Event').selectAll().where('targetId', '=', provider));
    expect(event).toMatchObject({ action: 'createOIDCProvider', changes: { hasClientSecret: true } });
    expect(JSON.stringify(event)).not.toMatch(/client secret of a test|clientSecret/);
  });

  it('is shown to all members as a way to sign in, like SAML, newest first, also on /v1', async () => {
    const saml = await seedProvider(test, acme);
    const { token } = await seedMember(test, acme.id, 'read');
    const { body } = await test.rest('GET', `/orgs/${acme.id}/sso`, { token });
    expect(body.items).toEqual([
      { id: saml, label: 'Acme login', startURL: `${publicUrl}/saml/${saml}/start` },
      { id: provider, label: oidcSettings.label, startURL: `${publicUrl}/oidc/${provider}/start` },
    ]);
  });
});

describe('the issuer of an OpenID provider', () => {
  const cases: [issuer: string, rule: string][] = [
    ['http://openid.test', 'must be an https address'],
    ['https://a:b@openid.test', 'must not contain a user name or a password'],
    ['https://openid.test/?a=b', 'must not have a query or a fragment'],
    ['https://openid.test/#a', 'must not have a query or a fragment'],
    ['https://openid.test/?', 'must not have a query or a fragment'],
    ['https://openid.test/.well-known/openid-configuration', 'must be the part before `/.well-known/`'],
    [`https://openid.test/${'a'.repeat(1024)}`, 'must have at most 1024 characters'],
  ];
  it.each(cases)('%s is refused', async (issuer, rule) => {
    const [code, message] = await refusalOf(mutate('create', { ...oidcSettings, issuer }));
    expect([code, message]).toEqual(['BAD_USER_INPUT', expect.stringContaining(`\`issuer\` ${rule}`)]);
  });

  it('may be an http address of this machine', async () => {
    for (const issuer of ['http://localhost:9000', 'http://127.0.0.1', 'http://[::1]:80/x']) {
      const { data } = await mutate('create', { ...oidcSettings, issuer });
      expect(data.createOIDCProvider.provider.issuer).toBe(issuer);
    }
  });

  it('cannot be changed with the old secret, because the server would send it to the new address', async () => {
    const own = await seedOidcProvider(test, acme);
    const issuer = 'https://evil.test';
    const refused = await refusalOf(mutate('update', { provider: own, issuer }));
    expect(refused).toEqual(['BAD_USER_INPUT', '`clientSecret` must be given, or null, with another `issuer`']);
    const changed = await mutate('update', { provider: own, issuer, clientSecret: null });
    expect(changed.data.updateOIDCProvider.provider).toMatchObject({ issuer, hasClientSecret: false });
  });
});

describe('a change of an OpenID provider', () => {
  /** Adds an identity and an open sign-in to a provider. */
  async function addRows(providerId: string): Promise<void> {
    const { id: userId } = await seedMember(test, acme.id, 'read');
    const [dated, expiresAt] = [
      { organizationId: acme.id, providerId, createdAt: new Date() },
      new Date(Date.now() + 1e6),
    ];
    await test.store.transaction(async ({ prisma }) => {
      await prisma.oidcIdentity.create({ data: { subject: userId, userId, ...dated } });
      await prisma.oidcLogin.create({ data: { id: userId, browserHash: 'x', expiresAt, ...dated } });
    });
  }

  const countsOf = async (providerId: string) =>
    test.store.transaction(async ({ prisma }) => ({
      identities: await prisma.oidcIdentity.count({ where: { providerId } }),
      logins: await prisma.oidcLogin.count({ where: { providerId } }),
    }));

  it('preserves identities and open sign-ins if only the label or the team changes', async () => {
    const own = await seedOidcProvider(test, acme);
    await addRows(own);
    const defaultTeam = await seedTeam(test, acme.id);
    await mutate('update', { provider: own, label: 'New', defaultTeam, defaultRole: null });
    expect(await rowOf(own)).toMatchObject({ label: 'New', defaultTeamId: defaultTeam, defaultRole: null });
    expect(await countsOf(own)).toEqual({ identities: 1, logins: 1 });
  });

  it('ends open sign-ins if the client secret changes, and also removes identities if the issuer changes', async () => {
    const own = await seedOidcProvider(test, acme);
    await addRows(own);
    await mutate('update', { provider: own, clientSecret: 'another secret' });
    expect(await countsOf(own)).toEqual({ identities: 1, logins: 0 });
    await mutate('update', { provider: own, issuer: 'https://other.test', clientSecret: 'third' });
    expect(await countsOf(own)).toEqual({ identities: 0, logins: 0 });
  });

  it('also removes identities and open sign-ins if the provider is removed', async () => {
    const own = await seedOidcProvider(test, acme);
    await addRows(own);
    const { data } = await mutate('delete', { provider: own });
    expect(data.deleteOIDCProvider.deletedId).toBe(own);
    expect(await countsOf(own)).toEqual({ identities: 0, logins: 0 });
    expect(await refusalOf(mutate('delete', { provider: own }))).toEqual(['NOT_FOUND', expect.any(String)]);
  });
});

describe('a change of an OpenID provider is refused', () => {
  it('to members who are not admins, and to admins of other organizations', async () => {
    const member = await seedMember(test, acme.id, 'create');
    for (const [as, code] of [
      [member, 'FORBIDDEN'],
      [globex.admin, 'NOT_FOUND'],
    ] as const) {
      expect((await refusalOf(mutate('create', oidcSettings, as)))[0]).toBe(code);
      expect((await refusalOf(mutate('update', { provider, label: 'Taken' }, as)))[0]).toBe(code);
      expect((await refusalOf(mutate('delete', { provider }, as)))[0]).toBe(code);
    }
    const elsewhere = { organization: globex.id, provider };
    expect((await refusalOf(mutate('update', elsewhere, globex.admin)))[0]).toBe('NOT_FOUND');
  });

  it('if it sets a team of another organization', async () => {
    const defaultTeam = await seedTeam(test, globex.id);
    expect(await refusalOf(mutate('update', { provider, defaultTeam }))).toEqual([
      'BAD_USER_INPUT',
      expect.stringContaining('`defaultTeam` must be a team of the organization'),
    ]);
  });

  it('if it adds a provider beyond 100, SAML and OpenID together', async () => {
    const full = await seedOrganization(test);
    const times = { createdAt: new Date(), updatedAt: new Date() };
    await test.store.transaction(async ({ prisma }) => {
      const saml = Array.from({ length: 60 }, (_, index) => ({ id: `saml_${full.id}${index}`, label: 'S' }));
      const open = Array.from({ length: 40 }, (_, index) => ({ id: `oidc_${full.id}${index}`, label: 'O' }));
      const client = { issuer: 'https://openid.test', clientId: 'docgraph' };
      const shared = { organizationId: full.id, ...times };
      await prisma.samlProvider.createMany({ data: saml.map((row) => ({ ...row, ...shared })) });
      await prisma.oidcProvider.createMany({ data: open.map((row) => ({ ...row, ...client, ...shared })) });
    });
    const input = { organization: full.id, ...oidcSettings };
    expect(await refusalOf(mutate('create', input, full.admin))).toEqual([
      'CONFLICT',
      'The organization has 100 identity providers, the maximum',
    ]);
    expect((await test.rest('POST', `/orgs/${full.id}/saml`, { ...full.admin, body: { label: 'L' } })).status).toBe(
      409,
    );
  });
});
