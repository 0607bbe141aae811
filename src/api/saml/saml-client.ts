import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { IdentityProvider, ServiceProvider } from './parties.js';
import { clockSkew, maximumAge } from './time-limits.js';

/** The two parties of a sign-in. */
export interface Parties {
  service: ServiceProvider;
  provider: Pick<IdentityProvider, 'entityId' | 'certificate'> & Partial<IdentityProvider>;
}

/** Options of the SAML library that differ between creating a request and reading a response. */
export interface ClientOptions {
  /** Id of the request that is created, or that the response must belong to. */
  requestId: string;
  /** Whether the whole response must be signed, and not only its assertion. */
  wantResponseSigned: boolean;
}

/**
 * Creates a client of the SAML library for one request or response. The client is used only once and stores nothing.
 */
export function samlClient({ service, provider }: Parties, { requestId, wantResponseSigned }: ClientOptions): SAML {
  return new SAML({
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    audience: service.entityId,
    idpCert: certificatesOf(provider),
    entryPoint: provider.ssoUrl,
    generateUniqueId: () => requestId,
    // The provider decides how it names and authenticates people, because some providers refuse requests with more
    // requirements.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: wantResponseSigned,
    acceptedClockSkewMs: clockSkew,
    maxAssertionAgeMs: maximumAge,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: singleRequestCache(requestId),
  });
}

/** Returns the certificates of the one or two keys that may sign. */
function certificatesOf({ certificate, nextCertificate }: Parties['provider']): string[] {
  return nextCertificate == null ? [certificate] : [certificate, nextCertificate];
}

/**
 * Creates a cache that contains only this request, with the current time as its creation time. Our store checks that
 * requests have not expired and are used once.
 */
function singleRequestCache(requestId: string): CacheProvider {
  return {
    saveAsync: async (_, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
    removeAsync: async () => null,
  };
}
