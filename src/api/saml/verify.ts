import { refused } from './refusals.js';
import { type ClientOptions, type Parties, samlClient } from './saml-client.js';

/** What the signature covers, as the library gives it. */
export interface Verified {
  /** Canonical XML of the assertion. */
  assertionXml: string;
  /** Who it is about, as the library's own reader understands it. */
  nameId: string;
}

/**
 * Verifies the signature of an answer's assertion with the provider's certificate, and that of the whole where there is
 * one. node-saml decides; it also checks audience and times in its own way. @throws FORBIDDEN, the cause inside
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
