import type { CallService } from '../../platform/outbound/outbound.js';

/** This server as a client of an OpenID provider, as an administrator has configured it. */
export interface OidcClient {
  /** Issuer identifier: the address below which the provider publishes its configuration. */
  issuer: string;
  clientId: string;
  /** Secret of the client; null for a public client, which only PKCE protects. */
  clientSecret: string | null;
  /** Absolute address that the provider redirects browsers to. It differs for each provider. */
  callbackUrl: string;
  /** Claim that lists the groups of a person; null if groups are not used. */
  groupsClaim: string | null;
}

/** A client, and the function with which it calls its provider. */
export interface OidcParties {
  client: OidcClient;
  call: CallService;
}

/** Maximum difference, in seconds, between the provider's clock and ours, in either direction. */
export const clockTolerance = 60;
