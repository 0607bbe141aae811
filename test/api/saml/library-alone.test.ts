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
        "a signature of the whole by another key, beside the genuine one",
        "a signature with SHA-1",
        "a digest with SHA-1",
        "another canonicalization of what is signed",
        "another canonicalization of the signature",
        "a canonicalization with comments",
        "no canonicalization",
        "the transforms in the other order",
        "an Object in the signature",
        "an element in the value of the signature",
        "a comment in the NameID, which no signature covers",
        "a comment anywhere",
        "CDATA in the NameID",
        "a DOCTYPE",
        "an element in the NameID",
        "a name that reads differently once it is signed",
        "an attribute that reads differently once it is signed",
        "a NameID of another namespace in front of it",
        "another Issuer of the whole",
        "another Issuer of the assertion",
        "another Destination",
        "an empty Destination",
        "another Recipient",
        "no Recipient",
        "a confirmation for no request",
        "an assertion of tomorrow",
        "a life of ten years",
        "conditions of ten years",
        "a confirmation of ten years",
        "conditions since ten years",
        "a status other than success",
        "another version",
        "another version of the whole",
        "a confirmation by other means",
        "two e-mail addresses",
        "two e-mail addresses by two names",
        "two attributes of groups",
        "a group with an element",
        "an e-mail address that is none",
        "two addresses in one",
        "an e-mail address with a Kelvin sign",
        "an e-mail address with an element",
        "conditions without a beginning",
        "a time without its zone",
        "no Issuer of the assertion",
        "an empty NameID",
        "a NameID without an end",
        "a line break in the NameID",
        "half a character in the NameID",
        "no statement that somebody signed in",
        "no status",
        "two status codes",
        "an id with quotes",
        "a response of another namespace",
      ]
    `);
  });
});
