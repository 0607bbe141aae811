import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.js';

/**
 * Makes the rule for `Strict-Transport-Security` (RFC 6797): the value for a request, or null. Only requests for the host of
 * an https `PUBLIC_URL` get it. Hostnames of sites never do: their owners decide for them. A proxy that received plain HTTP
 * says so in `X-Forwarded-Proto`.
 */
export function strictTransport({
  hsts,
  publicUrl = '',
}: Pick<Config, 'hsts' | 'publicUrl'>): (request: FastifyRequest) => string | null {
  if (hsts === null || !publicUrl.startsWith('https:')) return () => null;
  const { host } = new URL(publicUrl);
  return ({ headers }) =>
    headers.host?.toLowerCase() === host && !isPlain(headers['x-forwarded-proto']) ? hsts : null;
}

/** Each proxy appends a value; the first one is what the client used. */
function isPlain(forwarded: string | string[] | undefined): boolean {
  return /^\s*http\s*(,|$)/i.test(String(forwarded ?? ''));
}
