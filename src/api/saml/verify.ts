import { refused } from './refusals.js';
import { type ClientOptions, type Parties, samlClient } from './saml-client.js';

/** The signed content, as the library returns it. */
export interface Verified {
  /** Canonical XML of the assertion. */
  assertionXml: string;
  /** Id of the person, as the library's own reader finds it. */
  nameId: string;
}

/**
 * Verifies the signature of a response's assertion with the provider's certificate, and that of the whole response if
 * there is one. The library decides; it also checks audience and times in its own way.
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
