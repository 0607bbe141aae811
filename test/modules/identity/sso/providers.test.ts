import { describe, expect, it } from 'vitest';
import { otherRsa, rsa, weakCertificate } from '../../../api/saml/certificates.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { seedProvider, settingsOf } from './sso-scene.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test, 'Globex');
const path = `/orgs/${acme.id}/saml`;
const create = (body: unknown, token = acme.admin.token) => test.rest('POST', path, { token, body });
const change = (id: string, body: unknown) => test.rest('PATCH', `${path}/${id}`, { ...acme.admin, body });
const get = (id: string, token = acme.admin.token) => test.rest('GET', `${path}/${id}`, { token });

describe('an identity provider', () => {
  it('with all settings is active, and returns the settings to enter at the provider', async () => {
    const { status, body } = await create(settingsOf());
    expect(status).toBe(201);
    const own = `https://docs.test/saml/${body.id}`;
    expect(body).toEqual({
      object: 'saml-provider',
      id: expect.stringMatching(/^saml_/),
      ...settingsOf(),
      defaultRole: 'read',
      createdAt: expect.stringMatching(/Z$/),
      status: 'active',
      service: { acsURL: `${own}/acs`, startURL: `${own}/start`, entityID: `${own}/metadata` },
      urls: { location: `https://docs.test/v1${path}/${body.id}` },
    });
    expect((await get(body.id)).body).toEqual(body);
  });

  it('with only a label is pending: other settings are empty, and its URL is about:blank', async () => {
    const { status, body } = await create({ label: 'Later' });
    expect(status).toBe(201);
    const empty = { entityID: '', certificate: '', ssoURL: 'about:blank' };
    expect(body).toMatchObject({ label: 'Later', status: 'pending', ...empty });
    const { label: _, ...rest } = settingsOf();
    expect((await change(body.id, rest)).body).toMatchObject({ label: 'Later', status: 'active', ...rest });
    expect((await change(body.id, { certificate: '' })).body).toMatchObject({ status: 'pending', certificate: '' });
    expect((await change(body.id, { certificate: rsa.certificate, entityID: '' })).body.status).toBe('pending');
  });

  it('has the default role of the organization unless another role or null is set', async () => {
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { defaultRole: 'comment' } });
    expect((await create({ label: 'One' })).body.defaultRole).toBe('comment');
    const { body } = await create({ label: 'Two', defaultRole: null });
    expect(body.defaultRole).toBe(null);
    expect((await change(body.id, { defaultRole: 'edit' })).body.defaultRole).toBe('edit');
    expect((await change(body.id, { label: 'Three' })).body).toMatchObject({ label: 'Three', defaultRole: 'edit' });
    expect((await create({ label: 'Four', defaultRole: 'owner' })).status).toBe(400);
  });

  it('can add users to a team of the organization', async () => {
    const team = await seedTeam(test, acme.id);
    const { body } = await create({ label: 'Team', defaultTeam: team });
    expect(body.defaultTeam).toMatchObject({ object: 'team', id: team, title: 'Team' });
    expect((await change(body.id, { label: 'Still' })).body.defaultTeam.id).toBe(team);
    const clear = `mutation ($organization: ID!, $provider: ID!) {
      updateSAMLProvider(input: { organization: $organization, provider: $provider, defaultTeam: null }) {
        provider { defaultTeam { id } }
      } }`;
    const variables = { organization: acme.id, provider: body.id };
    const { data } = await test.graphql(clear, { ...acme.admin, variables });
    expect(data.updateSAMLProvider.provider.defaultTeam).toBe(null);
    expect((await get(body.id)).body).not.toHaveProperty('defaultTeam');
  });

  it('returns the same 400 for a team of another organization as for an unknown team', async () => {
    const [foreign, unknown] = [await seedTeam(test, globex.id), 'team_00000000000000000000000000'];
    const [refused, missing] = [
      await create({ label: 'A', defaultTeam: foreign }),
      await create({ label: 'A', defaultTeam: unknown }),
    ];
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      `\`defaultTeam\` must be a team of the organization (got "${foreign}")`,
    ]);
    expect(JSON.stringify(refused.body).replaceAll(foreign, unknown)).toBe(JSON.stringify(missing.body));
  });
});

describe('saving a provider', () => {
  const refusals: [title: string, body: object, message: RegExp][] = [
    ['no label', { entityID: 'https://idp.test' }, /label/],
    ['an empty label', { label: '' }, /label/],
    ['a label of 31 characters', { label: 'x'.repeat(31) }, /label/],
    ['an unencrypted address', { label: 'A', ssoURL: 'http://idp.test/sso' }, /`ssoURL` must be an https address/],
    ['an address of another scheme', { label: 'A', ssoURL: 'javascript:alert(1)' }, /ssoURL/],
    [
      'an address with a password',
      { label: 'A', ssoURL: 'https://me:pass@idp.test/' },
      /^`ssoURL` must not contain a user name/,
    ],
    [
      'an address with a user name',
      { label: 'A', ssoURL: 'https://me@idp.test/' },
      /^`ssoURL` must not contain a user name/,
    ],
    ['a text that is not a certificate', { label: 'A', certificate: 'hello there' }, /`certificate` must/],
    [
      'a certificate with a short key',
      { label: 'A', certificate: weakCertificate },
      /`certificate` must .* \(got 1024/,
    ],
    ['a private key', { label: 'A', certificate: rsa.key }, /`certificate` must .* \(got a PRIVATE KEY/],
    ['a null certificate', { label: 'A', certificate: null }, /certificate/],
    ['a null team, which the contract does not have', { label: 'A', defaultTeam: null }, /defaultTeam/],
    ['an unknown member', { label: 'A', metadata: '<xml/>' }, /metadata/],
  ];
  it.each(refusals)('refuses %s', async (_, body, message) => {
    const { status, body: answer } = await create(body);
    expect([status, answer.error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('accepts an unencrypted address of the local machine', async () => {
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:9000'])
      expect((await create({ label: 'Mine', ssoURL: `http://${host}/sso` })).status).toBe(201);
    expect((await create({ label: 'Mine', ssoURL: 'http://localhost.evil.test/sso' })).status).toBe(400);
    expect((await create({ label: 'Mine', ssoURL: 'http://127.0.0.1.evil.test/sso' })).status).toBe(400);
  });

  it('removes text around the PEM block of a certificate', async () => {
    const certificate = `Bag Attributes\n    friendlyName: idp\n${otherRsa.certificate}`;
    const { status, body } = await create({ label: 'A', certificate });
    expect([status, body.certificate]).toEqual([201, otherRsa.certificate]);
  });

  it('stores a certificate in plain base64 as PEM', async () => {
    const base64 = otherRsa.certificate.replace(/-----.*-----|\n/g, '');
    expect((await create({ label: 'A', certificate: base64 })).body.certificate).toBe(otherRsa.certificate);
  });

  it('refuses the 101st provider of an organization', async () => {
    const crowded = await seedOrganization(test, 'Crowded');
    for (let index = 0; index < 100; index += 1) await seedProvider(test, crowded, { label: `${index}` });
    const { status } = await test.rest('POST', `/orgs/${crowded.id}/saml`, { ...crowded.admin, body: { label: 'x' } });
    expect(status).toBe(409);
  });
});

describe('removing a provider', () => {
  it('returns 204, also the second time', async () => {
    const id = await seedProvider(test, acme);
    for (let time = 0; time < 2; time += 1)
      expect((await test.rest('DELETE', `${path}/${id}`, acme.admin)).status).toBe(204);
    expect((await get(id)).status).toBe(404);
  });

  it('has no effect on a provider of another organization', async () => {
    const id = await seedProvider(test, globex);
    expect((await test.rest('DELETE', `${path}/${id}`, acme.admin)).status).toBe(204);
    expect((await test.rest('DELETE', `/orgs/${globex.id}/saml/${id}`, acme.admin)).status).toBe(204);
    expect((await test.rest('GET', `/orgs/${globex.id}/saml/${id}`, globex.admin)).status).toBe(200);
  });
});

describe('permissions for providers', () => {
  it('allow only admins to read and change providers; a 403 names the required role', async () => {
    const id = await seedProvider(test, acme);
    for (const role of ['create', 'read', null] as const) {
      const { token } = await seedMember(test, acme.id, role);
      const answers = [
        await test.rest('GET', path, { token }),
        await get(id, token),
        await create({ label: 'A' }, token),
        await test.rest('PATCH', `${path}/${id}`, { token, body: { label: 'Mine' } }),
        await test.rest('DELETE', `${path}/${id}`, { token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      expect(answers[0]!.body.error.message).toBe(`sso.view needs the role admin; yours is ${role ?? 'guest'}`);
      const { data } = await test.graphql('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id } });
      expect(data.node).toBe(null);
    }
    expect((await get(id)).status).toBe(200);
  });

  it('allow every member, also a guest, to see the sign-in URLs of active providers only', async () => {
    const hooli = await seedOrganization(test, 'Hooli');
    await seedProvider(test, hooli, { label: 'Pending' });
    const [first, second] = [await seedProvider(test, hooli), await seedProvider(test, hooli)];
    const guest = await seedMember(test, hooli.id, null);
    const { status, body } = await test.rest('GET', `/orgs/${hooli.id}/sso`, guest);
    const item = (id: string) => ({ id, label: 'Acme login', startURL: `https://docs.test/saml/${id}/start` });
    expect([status, body]).toEqual([200, { items: [item(second), item(first)] }]);
    expect((await test.rest('GET', `/orgs/${hooli.id}/sso`, acme.admin)).status).toBe(404);
  });
});

describe('a list of providers', () => {
  it('takes as many batches for three providers with their teams as for one', async () => {
    const initech = await seedOrganization(test, 'Initech');
    const ask = async (count: number) => {
      const { body } = await test.rest('GET', `/orgs/${initech.id}/saml?limit=${count}`, initech.admin);
      expect(body.items).toHaveLength(count);
      expect(body.items.map(({ label }: { label: string }) => label)).toEqual(['3', '2', '1', '0'].slice(0, count));
      expect(body.count).toBe(4);
    };
    for (const label of ['0', '1', '2', '3'])
      await seedProvider(test, initech, { label, defaultTeam: await seedTeam(test, initech.id) });
    const one = await test.batches(() => ask(1));
    const three = await test.batches(() => ask(3));
    expect(three).toHaveLength(one.length);
    // If all providers are on the page, counting them takes no batch of its own.
    expect(await test.batches(() => ask(4))).toHaveLength(one.length - 1);
  });
});
