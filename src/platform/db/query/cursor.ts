import { createHmac, timingSafeEqual } from 'node:crypto';

/** A value of a row by which a list is ordered. */
export type OrderValue = string | number | null;

/** The list that a cursor is valid for, and the secret that signs the cursor. */
export interface CursorScope {
  /** Key of the signature, at least 32 bytes. */
  secret: string | Uint8Array;
  /** The list, including its filters and its parent. */
  list: string;
}

/** Creates the cursor of a row. It is opaque, URL-safe and bound to its list. */
export function sealCursor(values: readonly OrderValue[], scope: CursorScope): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${payload}.${signature(payload, scope).toString('base64url')}`;
}

/** Returns the values in a cursor; null if `sealCursor` did not create it for this list. */
export function openCursor(cursor: string, scope: CursorScope): OrderValue[] | null {
  const [payload = '', mark = ''] = cursor.split('.', 2);
  const expected = signature(payload, scope);
  const actual = Buffer.from(mark, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as OrderValue[];
}

/**
 * Returns the first 128 bits of the HMAC. They are sufficient to prevent guessing, and half as long in each URL as the
 * full HMAC.
 */
function signature(payload: string, { secret, list }: CursorScope): Buffer {
  return createHmac('sha256', secret).update(`${list}\0${payload}`).digest().subarray(0, 16);
}
