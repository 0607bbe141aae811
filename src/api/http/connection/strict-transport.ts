import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.js';

/**
 * Creates a function that returns the value of `Strict-Transport-Security` (RFC 6797) for a request, or null. Only
 * requests for the host of an https `PUBLIC_URL` get the header. Custom domains of sites never do, because their owners
 * decide. `X-Forwarded-Proto` reports whether a proxy received plain HTTP.
 */
export function strictTransport({
  hsts,
  publicUrl = '',
}: Pick<Config, 'hsts' | 'publicUrl'>): (request: FastifyRequest) => string | null {
  if (hsts === null || !publicUrl.startsWith('https:')) return () => null;
  const { host } = new URL(publicUrl);
  return ({ headers }) =>
    headers.host?.toLowerCase() === host && !isPlainHttp(headers['x-forwarded-proto']) ? hsts : null;
}

/** Reports whether the client used plain HTTP. Each proxy appends a value; the first one is the client's. */
function isPlainHttp(forwarded: string | string[] | undefined): boolean {
  return /^\s*http\s*(,|$)/i.test(String(forwarded ?? ''));
}
