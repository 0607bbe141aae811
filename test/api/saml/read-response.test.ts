import { describe, expect, it } from 'vitest';
import { loginUrl } from '../../../src/api/saml/login-url.js';
import { peekInResponseTo, readResponse } from '../../../src/api/saml/read-response.js';
import { moveClock } from '../../support/clock.js';
import {
  type Draft,
  encode,
  genuineDraft,
  inSeconds,
  responseXml,
  restrictionXml,
  type SignatureOptions,
  sign,
  statementXml,
} from './forge.js';
import { loginResponse, newId, otherProvider, provider, type SignIn } from './identity-provider.js';

const service = { entityId: 'https://docs.test/saml', acsUrl: 'https://docs.test/saml/acs' };

/** Signs a person in at a real provider and reads its response. */
async function signIn(options: Partial<SignIn> = {}) {
  const identityProvider = options.provider ?? provider;
  const { url, requestId } = await loginUrl({ service, provider: identityProvider });
  const { SAMLResponse } = await loginResponse({
    service,
    provider: identityProvider,
    url,
    nameId: 'ada-1815',
    ...options,
  });
  return {
    requestId,
    response: SAMLResponse,
    identity: await readResponse({ response: SAMLResponse, requestId, service, provider: identityProvider }),
  };
}

/** Reads a response that the provider wrote and signed. */
async function read(changes: Partial<Draft> = {}, signing: Partial<SignatureOptions> = {}) {
  const requestId = newId();
  const draft = { ...genuineDraft({ service, provider, requestId }), ...changes };
  const response = encode(sign(responseXml(draft), { key: provider.key, ...signing }));
  return readResponse({ response, requestId, service, provider });
}

describe('the response of a real provider', () => {
  it('identifies the person who signed in', async () => {
    moveClock(0);
    const { identity, requestId } = await signIn({ attributes: { mail: 'Ada@Idp.test', displayName: 'Ada Lovelace' } });
    expect(identity).toMatchObject({
      nameId: 'ada-1815',
      email: 'ada@idp.test',
      displayName: 'Ada Lovelace',
      inResponseTo: requestId,
    });
    expect(identity.assertionId).toMatch(/^_[0-9a-f]{40}$/);
    expect((identity.expiresAt.getTime() - Date.now()) / 1000).toBe(360);
  });

  it('contains the id of its request, which is readable before verification', async () => {
    const { response, requestId } = await signIn();
    expect(peekInResponseTo(response)).toBe(requestId);
  });

  it('may also be signed as a whole', async () => {
    const { identity } = await signIn({ signResponse: true });
    expect(identity.nameId).toBe('ada-1815');
  });

  it('may be signed with SHA-512', async () => {
    const { identity } = await signIn({ signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' });
    expect(identity.nameId).toBe('ada-1815');
  });

  it('may come from another provider if the request was sent to that provider', async () => {
    const { identity } = await signIn({ provider: otherProvider });
    expect(identity.nameId).toBe('ada-1815');
  });

  it('may have hundreds of groups', async () => {
    const groups: [string, ...string[]] = ['groups', ...Array.from({ length: 300 }, (_, index) => `group-${index}`)];
    expect((await read({ attributes: statementXml(['mail', 'ada@idp.test'], groups) })).email).toBe('ada@idp.test');
  });

  it('may have line breaks in its base64', async () => {
    const { response, requestId } = await signIn();
    const lines = response.replace(/.{76}/g, '$&\r\n');
    expect((await readResponse({ response: lines, requestId, service, provider })).nameId).toBe('ada-1815');
  });

  it('may have an XML declaration and indented lines', async () => {
    const requestId = newId();
    const laidOut = responseXml(genuineDraft({ service, provider, requestId })).replace(/></g, '>\r\n  <');
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\r\n${sign(laidOut.replace(/\r/g, ''), { key: provider.key })}`;
    expect((await readResponse({ response: encode(xml), requestId, service, provider })).nameId).toBe('ada-1815');
  });
});

describe('the request id that is read before verification', () => {
  const others = [null, '', 'a', '_1', `${newId()}a`, `_${'A'.repeat(40)}`, '&#x1;', "' or 1=1"];
  it.each(others)('must have our format: %s is refused', (responseInResponseTo) => {
    const xml = responseXml({ ...genuineDraft({ service, provider, requestId: newId() }), responseInResponseTo });
    expect(() => peekInResponseTo(encode(xml))).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});

describe('a response is accepted', () => {
  const accepted: [title: string, changes: Partial<Draft>, signing?: Partial<SignatureOptions>][] = [
    ['without changes', {}],
    ['without an Issuer of the Response', { responseIssuer: null }],
    ['without a Destination', { destination: null }],
    ['from a clock 40 seconds ahead', { issued: inSeconds(40), notBefore: inSeconds(40) }],
    [
      'from a clock 40 seconds behind',
      { notOnOrAfter: inSeconds(-40), confirmedUntil: inSeconds(-40), issued: inSeconds(-300) },
    ],
    [
      'for several audiences that include us',
      { conditions: conditionsFor(restrictionXml('https://x.test', service.entityId)) },
    ],
    ['with an included certificate, which is not trusted', {}, { certificate: otherProvider.certificate }],
    ['with a digest of SHA-512', {}, { digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }],
    ['with a confirmation that has begun', { confirmedFrom: inSeconds(-10) }],
    ['with a lifetime of a working day', { notOnOrAfter: inSeconds(8 * 3600), confirmedUntil: inSeconds(8 * 3600) }],
  ];
  it.each(accepted)('%s', async (_, changes, signing) => {
    expect(await read(changes, signing)).toMatchObject({ nameId: 'ada-1815', email: 'ada@idp.test' });
  });
});

function conditionsFor(restrictions: string): string {
  return `<saml:Conditions NotBefore="${inSeconds(-60)}" NotOnOrAfter="${inSeconds(60)}">${restrictions}</saml:Conditions>`;
}
