import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/**
 * Headers of every response, unless its route sets others. Caches must not store responses. The rest are the defaults
 * of helmet 8, without `Strict-Transport-Security` and with a policy that lets a page load nothing. The values are
 * constant; helmet would create them for each request, which took a tenth of a request's time (bench/README.md).
 */
export const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

/**
 * Creates an `onRequest` hook that sets the headers before any other code can respond, so that refusals have them too.
 * @param hstsFor returns the value of `Strict-Transport-Security` for a request; null for none
 */
export function setCommonHeaders(hstsFor: (request: FastifyRequest) => string | null) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    reply.headers(commonHeaders).header('x-request-id', request.id);
    const hsts = hstsFor(request);
    if (hsts !== null) reply.header('strict-transport-security', hsts);
    done();
  };
}
