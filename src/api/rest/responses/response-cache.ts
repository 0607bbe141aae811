import { createCache } from '../../../platform/cache/cache.js';
import { jsonToBuffer } from '../../../platform/workers/long-json.js';
import { responseDigest, type Tagged } from './etags.js';

/** A cached response. Its cache key contains everything that determines the response. */
export interface CachedResponse extends Required<Tagged> {
  status: number;
  /** Number of bytes of text that the caller pays for, although the response is not computed. */
  paid: number;
}

/** Parts of the key of a cached response. */
export interface ResponseKeyParts {
  /** Name of the operation. */
  operation: string;
  variables: Record<string, unknown>;
  cacheKey: string;
}

const responses = createCache<CachedResponse>({ name: 'responses of /v1', weigh: ({ body }) => body.length });

/** Returns the cached response; undefined if there is none. */
export function getCachedResponse(name: ResponseKeyParts): CachedResponse | undefined {
  return responses.get(responseKey(name));
}

/** Caches a response. */
export function cacheResponse(
  name: ResponseKeyParts,
  response: Omit<CachedResponse, 'digest'> & Pick<Tagged, 'digest'>,
): CachedResponse {
  const body = jsonToBuffer(response.body);
  const answer = { ...response, body, digest: response.digest ?? responseDigest(body) };
  responses.set(responseKey(name), answer);
  return answer;
}

/** Returns the key of a cached response. */
export function responseKey({ operation, variables, cacheKey }: ResponseKeyParts): string {
  return JSON.stringify([operation, cacheKey, variables]);
}
