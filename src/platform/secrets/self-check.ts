import { randomBytes } from 'node:crypto';
import { equalsSignature, signatureOf } from './signatures.js';

/** Request header that proves that the sender has the secret of the server. */
export const selfCheckHeader = 'x-docgraph-self-check';

/** Number of milliseconds that a header is valid. The clocks of the two machines may differ by the same time. */
const lifetimeMs = 300_000;

/** Returns the value of the header: a nonce, the time, and a signature. */
export function selfCheckValue(secret: string, now = Date.now()): string {
  const nonce = randomBytes(12).toString('base64url');
  return `${nonce}.${now}.${signatureOf(secret, signedParts(nonce, `${now}`))}`;
}

/** Returns the nonce of a header that was signed with this secret within 5 minutes; null for any other value. */
export function openSelfCheck(secret: string, value: unknown, now = Date.now()): string | null {
  const [nonce = '', time = '', signature = ''] = typeof value === 'string' ? value.split('.') : [];
  const isGenuine = equalsSignature(signature, signatureOf(secret, signedParts(nonce, time)));
  return isGenuine && Math.abs(now - Number(time)) < lifetimeMs ? nonce : null;
}

function signedParts(nonce: string, time: string): string[] {
  return ['self-check', nonce, time];
}
