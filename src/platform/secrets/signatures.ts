import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signs some texts with the server's secret; the first says what it is for, so that no signature serves two ends. What is
 * signed says where each text ends: others with the same characters, cut elsewhere, are signed otherwise.
 */
export function signatureOf(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/** Whether a signature is the expected one; takes as long for each of its length. */
export function isGenuine(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
