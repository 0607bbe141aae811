import { isGenuine, signatureOf } from './signatures.js';

/** A site as somebody with certain claims would be shown it. */
export interface Preview {
  siteId: string;
  /** JSON of the claims. */
  claims: string;
}

const hour = 3_600_000;

/** Longest token that is looked at. */
const maxLength = 8_192;

/**
 * What opens a preview of a site, as a part of an address, and when it ends: in a day at least, and the same all hour, so that
 * who asks again has the address that is known.
 */
export function previewToken(secret: string, { siteId, claims }: Preview): { token: string; expiresAt: Date } {
  const expires = (Math.floor(Date.now() / hour) + 25) * hour;
  const content = JSON.stringify([siteId, claims, expires]);
  const token = `${Buffer.from(content).toString('base64url')}.${signatureOf(secret, ['preview', content])}`;
  return { token, expiresAt: new Date(expires) };
}

/** Reads such a token; null where it was not signed by this server or is out of time. */
export function openPreview(secret: string, token: string, now = Date.now()): Preview | null {
  const [encoded = '', signature = ''] = token.length > maxLength ? [] : token.split('.');
  const content = Buffer.from(encoded, 'base64url').toString('utf8');
  if (!isGenuine(signature, signatureOf(secret, ['preview', content]))) return null;
  const [siteId, claims, expires] = JSON.parse(content) as [string, string, number];
  return now < expires ? { siteId, claims } : null;
}
