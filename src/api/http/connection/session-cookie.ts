import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../../platform/urls/loopback.js';
import { type SecretCookie, secretCookie } from './secret-cookie.js';

/** Lifetime of the cookie in seconds. The server ends an unused session earlier. */
const seconds = 30 * 24 * 3_600;

/** Returns the cookie of sessions: `__Host-docgraph` if clients use https, otherwise `docgraph`. */
export function createSessionCookie(base: string): SecretCookie {
  return secretCookie('docgraph', { base, seconds });
}

/**
 * Reports whether browsers may have a session on this server: over https, or on the same machine. On any other http
 * address, the cookie could be intercepted.
 */
export function canHoldSessions(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  return protocol === 'https:' || isLoopback(hostname);
}

/**
 * Reports whether a page of this server, and not of another site, sent an API request. A page of another site cannot
 * send `Sec-Fetch-Site: same-origin`, and needs permission through CORS for the other two headers.
 */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  return headers['x-requested-with'] !== undefined || headers['graphql-preflight'] !== undefined;
}

/**
 * Reports whether a page of another site, or of another host, opened an address. `none` means that the person typed the
 * address or used a bookmark. For browsers without `Sec-Fetch-Site` it returns false.
 */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/**
 * Reports whether a page of this server sent a form. Checks `Sec-Fetch-Site`, or `Origin` for browsers without that
 * header.
 */
export function isOwnForm({ headers }: FastifyRequest, base: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(base).origin : site === 'same-origin';
}
