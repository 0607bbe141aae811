import { describe, expect, it } from 'vitest';
import { ada, begin, signIn, tokenFor } from '../../../api/http/saml-kit.js';
import { otherRsa, rsa, spareRsa } from '../../../api/saml/certificates.js';
import { provider as idp } from '../../../api/saml/identity-provider.js';
import { entitiesXml, entityXml, keyXml, serviceXml } from '../../../api/saml/metadata-draft.js';
import { startHost } from '../../../platform/outbound/hosts.js';
import { testApp } from '../../../support/app.js';
import { seedMember } from '../../../support/seed.js';
import { updateProvider } from '../provider-groups/group-kit.js';
import { newAssertedPerson, seedScene } from './sso-scene.js';

const test = await testApp({ OUTBOUND_ALLOW: '127.0.0.1' });
const acme = await seedScene(test);

/** Changes the provider. Returns the provider, or the message of the error. */
async function change(changes: object, token = acme.admin.token) {
  const { data, errors } = await updateProvider(test, { ...acme, admin: { ...acme.admin, token } }, changes);
  return errors ? errors[0]!.message : data.updateSAMLProvider.provider;
}

const twoKeys = entityXml({ keys: keyXml(otherRsa.certificate) + keyXml(rsa.certificate) });

describe('SAML metadata', () => {
  const settings = {
    entityID: 'https://idp.test/saml',
    ssoURL: 'https://idp.test/sso?tenant=1',
    certificate: otherRsa.certificate,
    nextCertificate: rsa.certificate,
  };

  it('sets up a provider, which then signs people in with either key', async () => {
    const query = `mutation ($input: CreateSAMLProviderInput!) {
      createSAMLProvider(input: $input) { provider { id status } } }`;
    const input = { organization: acme.id, label: 'By metadata', metadata: twoKeys };
    const { data } = await test.graphql(query, { ...acme.admin, variables: { input } });
    const { id, status } = data.createSAMLProvider.provider;
    expect(status).toBe('ACTIVE');
    await tokenFor(test, { id, ...ada });
    await tokenFor(test, { id, ...ada, provider: { ...idp, ...otherRsa } });
    const { browser, form } = await begin(test, { id, provider: { ...idp, ...spareRsa } });
    expect((await browser.post(`/saml/${id}/acs`, form)).statusCode).toBe(403);
  });

  it('replaces the settings of a provider, and removes the second certificate if it has only one key', async () => {
    expect(await change({ metadata: twoKeys })).toMatchObject(settings);
    expect(await change({ metadata: entityXml() })).toMatchObject({
      certificate: rsa.certificate,
      nextCertificate: '',
    });
  });

  it('is overridden by settings in the same request', async () => {
    const ssoURL = 'https://login.idp.test/';
    expect(await change({ metadata: twoKeys, ssoURL })).toMatchObject({ ...settings, ssoURL });
  });

  it('can be fetched from an address, once', async () => {
    let requests = 0;
    const { port } = await startHost((_, answer) => {
      requests += 1;
      answer.end(twoKeys);
    });
    expect(await change({ metadataURL: `http://127.0.0.1:${port}/metadata` })).toMatchObject(settings);
    expect(requests).toBe(1);
  });

  it('is not fetched for a caller who may not change the provider', async () => {
    const { port, connections } = await startHost((_, answer) => void answer.end(twoKeys));
    const { token } = await seedMember(test, acme.id, 'create');
    expect(await change({ metadataURL: `http://127.0.0.1:${port}/` }, token)).toMatch(
      /^sso\.update needs the role admin/,
    );
    expect(connections()).toBe(0);
  });

  it.each([
    ['several providers', { metadata: entitiesXml(entityXml(), entityXml()) }, /^`metadata` must describe exactly one/],
    [
      'an unencrypted address',
      { metadata: entityXml({ services: serviceXml({ location: 'http://idp.test/' }) }) },
      /^`metadata\.SingleSignOnService` must be an https address/,
    ],
    [
      'a relative address',
      { metadata: entityXml({ services: serviceXml({ location: '/sso' }) }) },
      /^`metadata\.SingleSignOnService` must be an absolute address/,
    ],
    ['too much text', { metadata: 'x'.repeat(262_145) }, /^`metadata` must be at most 262144 characters/],
    [
      'text and an address',
      { metadata: entityXml(), metadataURL: 'https://idp.test/' },
      /^`metadataURL` must be absent/,
    ],
    ['a private address', { metadataURL: 'https://10.0.0.1/' }, /metadataURL.* must lead to public addresses only/],
    ['an unencrypted public address', { metadataURL: 'http://idp.test/' }, /metadataURL.* must begin with https:/],
  ])('is refused with %s', async (_, changes, message) => {
    expect(await change(changes)).toMatch(message);
  });

  it('from an address is refused if it is not UTF-8, or is a web page', async () => {
    for (const [text, message] of [
      [Buffer.from('<a>\xff</a>', 'latin1'), /^`metadataURL` must lead to text in UTF-8/],
      [Buffer.from('<html/>'), /^`metadataURL` must be an EntityDescriptor/],
    ] as const) {
      const { port } = await startHost((_request, answer) => void answer.end(text));
      expect(await change({ metadataURL: `http://127.0.0.1:${port}/` })).toMatch(message);
    }
  });
});

describe('a second certificate', () => {
  it('is checked and stored like the first, and an empty string removes it', async () => {
    expect(await change({ nextCertificate: rsa.key })).toMatch(/^`nextCertificate` must .* \(got a PRIVATE KEY\)/);
    const base64 = otherRsa.certificate.replace(/-----.*-----|\n/g, '');
    expect(await change({ nextCertificate: base64 })).toMatchObject({ nextCertificate: otherRsa.certificate });
    expect(await change({ nextCertificate: '' })).toMatchObject({ nextCertificate: '' });
  });

  it('ends all open sign-ins when it is removed, and none when it is added', async () => {
    const { id, admin, provider } = await seedScene(test);
    const set = (nextCertificate: string) => updateProvider(test, { id, admin, provider }, { nextCertificate });
    const added = await begin(test, { id: provider });
    await set(otherRsa.certificate);
    expect((await added.browser.post(`/saml/${provider}/acs`, added.form)).statusCode).toBe(303);
    const removed = await begin(test, { id: provider });
    await set('');
    expect((await removed.browser.post(`/saml/${provider}/acs`, removed.form)).statusCode).toBe(403);
    expect((await signIn(test, { id: provider, ...newAssertedPerson() })).statusCode).toBe(303);
  });

  it('is not a field of /v1', async () => {
    const path = `/orgs/${acme.id}/saml/${acme.provider}`;
    const body = { nextCertificate: otherRsa.certificate };
    expect((await test.rest('PATCH', path, { ...acme.admin, body })).status).toBe(400);
    expect((await test.rest('GET', path, acme.admin)).body).not.toHaveProperty('nextCertificate');
  });
});
