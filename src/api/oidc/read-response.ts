import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import { deriveNonce, pkceVerifier } from './browser-secrets.js';
import type { OidcClient, OidcParties } from './client.js';
import { readConfiguration } from './configuration.js';
import { toRefusal } from './library-errors.js';
import type { LoginBinding } from './login-url.js';
import { displayNameOf, emailOf, groupsOf, type PersonClaims, subjectOf } from './person.js';
import { refused } from './refusals.js';
import { verifyToken } from './verify.js';

/** A person whom a provider has identified. */
export interface OidcIdentity {
  /** Id of the person at the provider (claim `sub`). */
  subject: string;
  /** E-mail address in lower case; null if the provider sends none, or has not verified it. */
  email: string | null;
  displayName: string | null;
  /** Groups of the person; null if groups are not read. */
  groups: string[] | null;
  /** Id of the session at the provider (claim `sid`); null if there is none. */
  sessionId: string | null;
}

/** A provider's redirect to the callback URL, and the values that it must match. */
export interface CallbackResponse extends LoginBinding {
  /** Query string of the callback URL, with or without `?`. */
  query: string;
}

/**
 * Reads the response of a provider: exchanges its code for tokens, and checks the ID token. The caller must have
 * checked that `state` belongs to an open sign-in of this browser at this provider.
 * @throws FORBIDDEN (OIDC_INVALID) with the reason as its `cause`; UNAVAILABLE if the provider cannot be reached
 */
export async function readResponse(parties: OidcParties, response: CallbackResponse): Promise<OidcIdentity> {
  const configuration = await readConfiguration(parties);
  const { idToken, accessToken } = await exchangeCode(parties, configuration, response);
  const check = { token: idToken, minimumKeyAge: 0, required: ['exp'] };
  const claims = await verifyToken(parties, configuration, check);
  const subject = subjectOf(claims);
  const person = await readPerson(configuration, { claims, accessToken, client: parties.client });
  return {
    subject,
    email: emailOf(person),
    displayName: displayNameOf(person),
    groups: groupsOf(person, parties.client.groupsClaim),
    sessionId: typeof claims.sid === 'string' && claims.sid.length <= 255 ? claims.sid : null,
  };
}

/**
 * Exchanges the code for tokens. The library checks `state` and `iss` of the response, and all claims of the ID token.
 * It does not verify the signature, because the token comes from the provider over TLS; `verifyToken` does.
 */
async function exchangeCode(
  { client }: OidcParties,
  configuration: Configuration,
  { query, state, browserSecret }: CallbackResponse,
): Promise<{ idToken: string; accessToken: string }> {
  const url = new URL(client.callbackUrl);
  url.search = query;
  const checks = {
    expectedState: state,
    expectedNonce: deriveNonce(browserSecret),
    pkceCodeVerifier: pkceVerifier(browserSecret),
    idTokenExpected: true,
  };
  const tokens = await authorizationCodeGrant(configuration, url, checks).catch((error) => {
    throw toRefusal(error);
  });
  if (tokens.id_token === undefined) throw refused('The token endpoint answered without an ID token');
  return { idToken: tokens.id_token, accessToken: tokens.access_token };
}

interface PersonSource {
  client: OidcClient;
  claims: PersonClaims;
  accessToken: string;
}

/** Returns the claims about a person. Many providers send the address and groups only from the UserInfo endpoint. */
async function readPerson(
  configuration: Configuration,
  { client: { groupsClaim }, claims, accessToken }: PersonSource,
): Promise<PersonClaims> {
  const names = ['email', 'name', ...(groupsClaim === null ? [] : [groupsClaim])];
  const isComplete = names.every((name) => claims[name] !== undefined);
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const more = await fetchUserInfo(configuration, accessToken, `${claims.sub}`).catch((error) => {
    throw toRefusal(error);
  });
  return { ...more, ...claims };
}
