import { type errors, type JWTPayload, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { AppError } from '../../platform/base/errors.js';
import { clockTolerance, type OidcParties } from './client.js';
import { keyFinder } from './keys.js';
import { refused } from './refusals.js';

/**
 * Allowed signature algorithms. None of them uses a shared secret. Otherwise a token could be signed with the
 * provider's public key as the secret. Unsigned tokens are also refused.
 */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Maximum age of a token in seconds, even if the token claims a longer validity. */
export const maximumAge = 300;

/** A token, and the rules that it must satisfy. */
export interface TokenCheck {
  token: string;
  /** Minimum number of milliseconds between two reads of the provider's keys. */
  minimumKeyAge: number;
  /** Claims that the token must have, in addition to `iss`, `aud` and `iat`. */
  required: string[];
}

/**
 * Verifies a token with the keys of the provider. It also checks issuer, audience, age and expiry.
 * @returns its claims
 * @throws FORBIDDEN with the reason as its `cause`; UNAVAILABLE if the keys cannot be read
 */
export async function verifyToken(
  { client, call }: OidcParties,
  configuration: Configuration,
  { token, minimumKeyAge, required }: TokenCheck,
): Promise<JWTPayload> {
  const { issuer, jwks_uri: jwksUri = '' } = configuration.serverMetadata();
  const find = keyFinder({ issuer, jwksUri, call, minimumAge: minimumKeyAge });
  const times = { clockTolerance, maxTokenAge: maximumAge };
  const rules = { issuer, audience: client.clientId, algorithms, requiredClaims: required, ...times };
  try {
    return (await jwtVerify(token, find, rules)).payload;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused(`The token is refused: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as errors.JOSEError;
  return code === undefined ? message : `${message} (${code})`;
}
