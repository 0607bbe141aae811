import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signs texts with the secret of the server. The first text is the purpose, so that a signature is valid for one
 * purpose only. The texts are signed as a JSON array, so that the boundaries between them are part of the signature.
 */
export function signatureOf(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Reports whether a signature is the expected one. The comparison takes the same time for all signatures of the right
 * length.
 */
export function equalsSignature(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
