import type { FastifyCorsOptions } from '@fastify/cors';

/**
 * Response headers that scripts of the listed origins can read, in lower case. All headers that our routes set are
 * here, except those that every script can read and those that no script needs. `docs/configuration.md` lists the same
 * names.
 */
export const exposedHeaders: readonly string[] = [
  'x-request-id',
  'etag',
  'idempotent-replayed',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'allow',
  'www-authenticate',
  'location',
  'link',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'accept-encoding',
];

/** Seconds for which a browser caches the response to a preflight; Chromium caches none longer. */
const preflightAge = 7_200;

/** Options of `@fastify/cors`: scripts of these origins can call every method, without cookies. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: preflightAge,
    credentials: false,
    exposedHeaders: [...exposedHeaders],
  };
}
