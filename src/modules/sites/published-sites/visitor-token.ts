import { errors, jwtVerify } from 'jose';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';

/** Maximum length of a visitor's token, in characters. */
const maxLength = 8_192;

/** Tolerated difference between the clocks of signer and server, in seconds. */
const clockToleranceSeconds = 60;

/** Maximum lifetime of a token, in seconds. */
const maxLifetimeSeconds = 30 * 86_400;

/**
 * Returns the claims of a visitor's token (JWT, HS256) if one of the keys signed it; null if the token is not valid. A
 * token is invalid if it has expired, is not valid yet, does not expire, or expires later than in 30 days.
 */
export async function verifyVisitorToken(
  token: string,
  keys: readonly string[],
  now: Date,
): Promise<ValueRecord | null> {
  if (token.length > maxLength) return null;
  for (const key of keys) {
    const claims = await verifyToken(token, key, now);
    if (claims) return claims;
  }
  return null;
}

async function verifyToken(token: string, key: string, currentDate: Date): Promise<ValueRecord | null> {
  const rules = { algorithms: ['HS256'], clockTolerance: clockToleranceSeconds, requiredClaims: ['exp'], currentDate };
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), rules);
    const livesTooLong = payload.exp! > currentDate.getTime() / 1000 + maxLifetimeSeconds + clockToleranceSeconds;
    return livesTooLong ? null : (payload as unknown as ValueRecord);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
