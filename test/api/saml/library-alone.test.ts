import { describe, expect, it } from 'vitest';
import { samlClient } from '../../../src/api/saml/saml-client.js';
import { encode } from './forge.js';
import { forgeries } from './forgeries.js';
import { newId, provider } from './identity-provider.js';

const service = { entityId: 'https://docs.test/saml', acsUrl: 'https://docs.test/saml/acs' };

async function libraryAccepts(forge: (typeof forgeries)[number]['forge']): Promise<boolean> {
  const requestId = newId();
  const response = encode(forge({ service, provider, requestId }));
  const client = samlClient({ service, provider }, { requestId, wantResponseSigned: false });
  return client.validatePostResponseAsync({ SAMLResponse: response }).then(
    () => true,
    () => false,
  );
}

describe('the library without our own checks, with our settings', () => {
  // If a newer version of the library refuses one of these forgeries itself, remove its line. Our own check stays.
  it('accepts these forgeries', async () => {
    const acceptedTitles: string[] = [];
    for (const { title, forge } of forgeries) if (await libraryAccepts(forge)) acceptedTitles.push(title);
    expect(acceptedTitles).toMatchInlineSnapshot(`
      [
        "an assertion in the Advice of the genuine one",
        "unknown parts around the genuine assertion",
        "a signature of the Response by another key, next to the genuine one",
        "a signature with SHA-1",
        "a digest with SHA-1",
        "another canonicalization of the signed element",
        "another canonicalization of the signature",
        "a canonicalization with comments",
        "no canonicalization",
        "the transforms in the other order",
        "an Object in the signature",
        "an element in the value of the signature",
        "a comment in the NameID, which the signature does not cover",
        "a comment outside of the assertion",
        "CDATA in the NameID",
        "a DOCTYPE",
        "an element in the NameID",
        "a NameID with a character that signing changes",
        "an attribute with a character that signing changes",
        "a NameID of another namespace before the genuine one",
        "another Issuer of the Response",
        "another Issuer of the assertion",
        "another Destination",
        "an empty Destination",
        "another Recipient",
        "no Recipient",
        "a confirmation for no request",
        "an assertion that is issued tomorrow",
        "a validity of ten years",
        "conditions that end in ten years",
        "a confirmation that ends in ten years",
        "conditions that began ten years ago",
        "a status other than success",
        "another version of the assertion",
        "another version of the Response",
        "another confirmation method",
        "two e-mail addresses",
        "two e-mail addresses in attributes with different names",
        "two attributes of groups",
        "a group with an element",
        "an invalid e-mail address",
        "two e-mail addresses in one value",
        "an e-mail address with a Kelvin sign",
        "an e-mail address with an element",
        "conditions without a beginning",
        "a time without a time zone",
        "no Issuer of the assertion",
        "an empty NameID",
        "a NameID of 513 characters",
        "a line break in the NameID",
        "half of a surrogate pair in the NameID",
        "no authentication statement",
        "no status",
        "two status codes",
        "an id with quotes",
        "a Response of another namespace",
      ]
    `);
  });
});
