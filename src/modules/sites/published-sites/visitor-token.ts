import { errors, jwtVerify } from 'jose';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';

/** Most characters of a visitor's token. */
const maxLength = 8_192;

/** Seconds that clocks may differ by. */
const skew = 60;

/** Most seconds ahead that a token may expire. */
const longest = 30 * 86_400;

/**
 * The claims of a visitor's token (JWT, HS256), signed with one of some keys; null where none of them signed it, it is out
 * of time or not yet valid, it does not expire or later than in 30 days, or it is anything else than such a token.
 */
export async function claimsOf(token: string, keys: readonly string[], at: Date): Promise<ValueRecord | null> {
  if (token.length > maxLength) return null;
  for (const key of keys) {
    const claims = await verified(token, key, at);
    if (claims) return claims;
  }
  return null;
}

async function verified(token: string, key: string, currentDate: Date): Promise<ValueRecord | null> {
  const rules = { algorithms: ['HS256'], clockTolerance: skew, requiredClaims: ['exp'], currentDate };
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), rules);
    const isTooLong = payload.exp! > currentDate.getTime() / 1000 + longest + skew;
    return isTooLong ? null : (payload as unknown as ValueRecord);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
