import { refused } from './refusals.js';
import { type ClientOptions, type Parties, samlClient } from './saml-client.js';

/** The signed content, as returned by the SAML library. */
export interface Verified {
  /** Canonical XML of the assertion. */
  assertionXml: string;
  /** NameID of the user, as read by the SAML library. */
  nameId: string;
}

/**
 * Verifies the signature of the assertion, and of the whole response if it has one, with a certificate of the provider.
 * The SAML library does this, and also checks audience and times.
 * @throws FORBIDDEN with the reason as its `cause`
 */
export async function verify(xml: string, parties: Parties, options: ClientOptions): Promise<Verified> {
  const client = samlClient(parties, options);
  const { profile } = await client
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    .catch((cause) => {
      throw refused('The library refuses the answer', cause);
    });
  if (!profile?.getAssertionXml) throw refused('The library finds no assertion');
  return { assertionXml: profile.getAssertionXml(), nameId: profile.nameID };
}
