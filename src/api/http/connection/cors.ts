import type { FastifyCorsOptions } from '@fastify/cors';

/**
 * Response headers that scripts of the listed origins can read, lower case; each header that a route of ours sets is here or
 * is one that every script can read or none needs. `docs/configuration.md` lists the same names.
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

/** Seconds for which a browser keeps the answer to a preflight; Chromium keeps none longer. */
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
