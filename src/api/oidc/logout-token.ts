import { clockTolerance, type OidcParties } from './client.js';
import { readConfiguration } from './configuration.js';
import { subjectOf } from './person.js';
import { refused } from './refusals.js';
import { maximumAge, verifyToken } from './verify.js';

/** The sessions to end at a provider's request. At least one of `subject` and `sessionId` is set. */
export interface Logout {
  /** Person whose sessions end; null if the token names only `sessionId`. */
  subject: string | null;
  /** Session at the provider; null for all sessions of the person. */
  sessionId: string | null;
  /** Id of the token. The caller must refuse a token whose id was already used. */
  tokenId: string;
  /** The token is refused from this time on. */
  expiresAt: Date;
}

const backchannelLogout = 'http://schemas.openid.net/event/backchannel-logout';

/** Minimum number of milliseconds between two reads of keys for logout tokens, because anyone can send such tokens. */
const minimumKeyAge = 10_000;

/** Maximum length of a token, in characters. */
const maxTokenLength = 16_384;

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). The caller must accept each token id only
 * once.
 * @throws FORBIDDEN (OIDC_INVALID) with the reason as its `cause`; UNAVAILABLE if the provider cannot be reached
 */
export async function readLogoutToken(parties: OidcParties, token: string): Promise<Logout> {
  if (token.length > maxTokenLength) throw refused(`The logout token has over ${maxTokenLength} characters`);
  const configuration = await readConfiguration(parties);
  const claims = await verifyToken(parties, configuration, { token, minimumKeyAge, required: ['jti', 'events'] });
  const { events, nonce, jti, sid, sub, iat } = claims;
  if (nonce !== undefined) throw refused('The logout token has a nonce, so it is an ID token');
  if (!isObject(events) || !isObject(events[backchannelLogout]))
    throw refused('The logout token has no event of a logout');
  if (!isShortText(jti)) throw refused('The logout token has no id of 1 to 255 characters');
  if (sid !== undefined && !isShortText(sid)) throw refused('`sid` must have 1 to 255 characters');
  if (sub === undefined && sid === undefined) throw refused('The logout token names no person and no session');
  return {
    subject: sub === undefined ? null : subjectOf(claims),
    sessionId: (sid as string | undefined) ?? null,
    tokenId: jti,
    expiresAt: new Date((iat! + maximumAge + clockTolerance) * 1000),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 255;
}
