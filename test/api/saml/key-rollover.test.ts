import { describe, expect, it } from 'vitest';
import { readResponse } from '../../../src/api/saml/read-response.js';
import { otherRsa, rsa, spareRsa } from './certificates.js';
import { encode, genuineDraft, responseXml, sign } from './forge.js';
import { newId, provider } from './identity-provider.js';

const service = { entityId: 'https://docs.test/saml', acsUrl: 'https://docs.test/saml/acs' };

/** The old and the new key of a provider, and a key that the provider does not have. */
const keys = { old: rsa, new: otherRsa, foreign: spareRsa };

type Key = keyof typeof keys;

/** The key that signs a response, and the keys whose certificates are configured as the current and the next one. */
type Rollover = readonly [signer: Key, certificate: Key, next: Key | null];

/** Reads a response that is signed by the first key, with the configured certificates. */
function read([signer, certificate, next]: Rollover) {
  const requestId = newId();
  const response = encode(sign(responseXml(genuineDraft({ service, provider, requestId })), { key: keys[signer].key }));
  const nextCertificate = next && keys[next].certificate;
  const configured = { ...provider, certificate: keys[certificate].certificate, nextCertificate };
  return readResponse({ response, requestId, service, provider: configured });
}

describe('a provider that changes its key', () => {
  it.each<[title: string, rollover: Rollover]>([
    ['before the change', ['old', 'old', null]],
    ['with the old key during the change', ['old', 'old', 'new']],
    ['with the new key during the change', ['new', 'old', 'new']],
    ['after the change', ['new', 'new', null]],
  ])('signs people in %s', async (_, rollover) => {
    expect((await read(rollover)).nameId).toBe('ada-1815');
  });

  it.each<[title: string, rollover: Rollover]>([
    ['the new key before the change', ['new', 'old', null]],
    ['the old key after the change', ['old', 'new', null]],
    ['a third key during the change', ['foreign', 'old', 'new']],
  ])('is refused with %s', async (_, rollover) => {
    await expect(read(rollover)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
