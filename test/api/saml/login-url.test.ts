import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loginUrl } from '../../../src/api/saml/login-url.js';
import { serviceMetadata } from '../../../src/api/saml/metadata.js';
import { provider } from './identity-provider.js';

const service = { entityId: 'https://docs.test/saml', acsUrl: 'https://docs.test/saml/acs?a=b&c=d' };

describe('the login URL', () => {
  it("is the provider's, with a request that has our entity id, our ACS URL and a request id", async () => {
    const { url, requestId } = await loginUrl({ service, provider, relayState: '/app/spc_1?a=b' });
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe('https://idp.test/sso');
    expect(searchParams.get('tenant')).toBe('1');
    expect(searchParams.get('RelayState')).toBe('/app/spc_1?a=b');
    const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
    expect(request).toContain(`ID="${requestId}"`);
    expect(request).toContain('AssertionConsumerServiceURL="https://docs.test/saml/acs?a=b&amp;c=d"');
    expect(request).toContain('Destination="https://idp.test/sso?tenant=1"');
    expect(request).toMatch(/<saml:Issuer[^>]*>https:\/\/docs\.test\/saml<\/saml:Issuer>/);
  });

  it('has a new request id each time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await loginUrl({ service, provider })).requestId),
    );
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^_[0-9a-f]{40}$/);
  });

  it('has no RelayState if none is given', async () => {
    expect(new URL((await loginUrl({ service, provider })).url).searchParams.has('RelayState')).toBe(false);
  });
});

describe('the metadata for the setup at a provider', () => {
  it('has our entity id, our ACS URL, and the requirement of signed assertions', () => {
    const xml = serviceMetadata(service);
    expect(xml).toContain('entityID="https://docs.test/saml"');
    expect(xml).toContain('WantAssertionsSigned="true"');
    expect(xml).toContain('AuthnRequestsSigned="false"');
    expect(xml).toMatch(
      /<AssertionConsumerService [^>]*Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https:\/\/docs.test\/saml\/acs\?a=b&amp;c=d"/,
    );
  });

  it('is the same each time', () => expect(serviceMetadata(service)).toBe(serviceMetadata(service)));
});
