import type { FastifyCorsOptions } from '@fastify/cors';

/**
 * Response headers that scripts of the allowed origins can read, in lower case. The list contains all headers that our
 * routes set, except those that every script can read and those that no script needs. `docs/configuration.md` lists the
 * same names.
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

/**
 * How many seconds a browser may cache the response to a preflight request. Chromium caches no such response for
 * longer.
 */
const preflightAge = 7_200;

/** Returns options of `@fastify/cors` that allow scripts of these origins to call every method, without cookies. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: preflightAge,
    credentials: false,
    exposedHeaders: [...exposedHeaders],
  };
}
