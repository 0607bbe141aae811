import { equalsSignature, signatureOf } from './signatures.js';

/** A site as a visitor with certain claims would see it. */
export interface Preview {
  siteId: string;
  /** JSON of the claims. */
  claims: string;
}

const hour = 3_600_000;

/** Maximum length of a token, in characters; longer ones are refused unread. */
const maxLength = 8_192;

/**
 * Returns the token in the URL of a site preview, and its expiry. It expires after at least a day, and stays the same
 * for an hour, so that repeated requests get the same URL.
 */
export function previewToken(secret: string, { siteId, claims }: Preview): { token: string; expiresAt: Date } {
  const expires = (Math.floor(Date.now() / hour) + 25) * hour;
  const content = JSON.stringify([siteId, claims, expires]);
  const token = `${Buffer.from(content).toString('base64url')}.${signatureOf(secret, ['preview', content])}`;
  return { token, expiresAt: new Date(expires) };
}

/** Reads the token of a site preview; returns null if this server did not sign it or it has expired. */
export function openPreview(secret: string, token: string, now = Date.now()): Preview | null {
  const [encoded = '', signature = ''] = token.length > maxLength ? [] : token.split('.');
  const content = Buffer.from(encoded, 'base64url').toString('utf8');
  if (!equalsSignature(signature, signatureOf(secret, ['preview', content]))) return null;
  const [siteId, claims, expires] = JSON.parse(content) as [string, string, number];
  return now < expires ? { siteId, claims } : null;
}
