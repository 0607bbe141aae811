import { createHmac, timingSafeEqual } from 'node:crypto';

/** A value that a list is ordered by, as rows have it. */
export type OrderValue = string | number | null;

/** What a cursor is signed for: it is refused anywhere else. */
export interface CursorSeal {
  /** Key of the signature, 32 bytes or more. */
  secret: string | Uint8Array;
  /** The list, with its filters and its parent. */
  list: string;
}

/** Makes the cursor of a row: opaque, safe in a URL, bound to its list. */
export function sealCursor(values: readonly OrderValue[], seal: CursorSeal): string {
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${payload}.${signature(payload, seal).toString('base64url')}`;
}

/** The values of a cursor; null where it was not made by `sealCursor` for this list. */
export function openCursor(cursor: string, seal: CursorSeal): OrderValue[] | null {
  const [payload = '', mark = ''] = cursor.split('.', 2);
  const expected = signature(payload, seal);
  const actual = Buffer.from(mark, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as OrderValue[];
}

/** 128 bits: enough against guessing, and half as long in every URL. */
function signature(payload: string, { secret, list }: CursorSeal): Buffer {
  return createHmac('sha256', secret).update(`${list}\0${payload}`).digest().subarray(0, 16);
}
