import type { CallService } from '../../platform/outbound/outbound.js';

/** Configuration of this server as a client of an OpenID provider; an administrator enters it. */
export interface OidcClient {
  /** Issuer identifier: the address below which the provider publishes its configuration. */
  issuer: string;
  clientId: string;
  /** Secret of the client; null for a public client, which is protected only by PKCE. */
  clientSecret: string | null;
  /** Absolute URL to which the provider redirects browsers. Each provider has its own. */
  callbackUrl: string;
  /** Claim that lists the groups of a person; null if groups are not read. */
  groupsClaim: string | null;
}

/** A client, and the function that sends its requests to the provider. */
export interface OidcParties {
  client: OidcClient;
  call: CallService;
}

/** Maximum difference, in seconds, between the provider's clock and ours, in either direction. */
export const clockTolerance = 60;
