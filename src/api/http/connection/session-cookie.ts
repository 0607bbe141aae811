import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../../platform/urls/loopback.js';
import { type SecretCookie, secretCookie } from './secret-cookie.js';

/** Seconds for which browsers keep the cookie. The server ends the session earlier if it is not used. */
const seconds = 30 * 24 * 3_600;

/** Returns the cookie of sessions: `__Host-docgraph` if clients use https, otherwise `docgraph`. */
export function createSessionCookie(base: string): SecretCookie {
  return secretCookie('docgraph', { base, seconds });
}

/**
 * Reports whether browsers can hold a session of this server: with https, or on the machine itself. Anyone on the way
 * could read the cookie of another http address.
 */
export function canHoldSessions(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  return protocol === 'https:' || isLoopback(hostname);
}

/**
 * Reports whether a page of this server sent a request of the API, and not a page of another site. A page of another
 * site cannot send `Sec-Fetch-Site: same-origin`, and needs the permission of CORS for the other two headers.
 */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  return headers['x-requested-with'] !== undefined || headers['graphql-preflight'] !== undefined;
}

/**
 * Reports whether a page of another site, or of another host, opened an address. `none` is an address that the person
 * typed or has as a bookmark. Browsers without `Sec-Fetch-Site` cannot be distinguished.
 */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/**
 * Reports whether a page of this server sent a form: by `Sec-Fetch-Site`, or by `Origin` for browsers without that
 * header.
 */
export function isOwnForm({ headers }: FastifyRequest, base: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(base).origin : site === 'same-origin';
}
