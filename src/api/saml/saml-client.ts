import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { IdentityProvider, ServiceProvider } from './parties.js';
import { clockSkew, maximumAge } from './time-limits.js';

/** The two sides of a sign-in. */
export interface Parties {
  service: ServiceProvider;
  provider: Pick<IdentityProvider, 'entityId' | 'certificate'> & Partial<IdentityProvider>;
}

/** What differs between the uses of the library. */
export interface ClientOptions {
  /** The id of the request, either to be made or to be answered. */
  requestId: string;
  /** Whether an answer must be signed as a whole, beside its assertion. */
  wantResponseSigned: boolean;
}

/** The library's client for one request and its answer. It is made anew each time and remembers nothing. */
export function samlClient({ service, provider }: Parties, { requestId, wantResponseSigned }: ClientOptions): SAML {
  return new SAML({
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    audience: service.entityId,
    idpCert: provider.certificate,
    entryPoint: provider.ssoUrl,
    generateUniqueId: () => requestId,
    // The provider decides how it names and recognizes people; asking for more makes some of them refuse.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: wantResponseSigned,
    acceptedClockSkewMs: clockSkew,
    maxAssertionAgeMs: maximumAge,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: knowing(requestId),
  });
}

/** Knows one request, made just now: when requests run out and that each is answered once is for the store to say. */
function knowing(requestId: string): CacheProvider {
  return {
    saveAsync: async (_, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
    removeAsync: async () => null,
  };
}
