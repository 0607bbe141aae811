import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import { createCache } from '../../platform/cache/cache.js';
import type { CallService } from '../../platform/outbound/outbound.js';
import { unusableProvider } from './refusals.js';

interface KeySet {
  keys: JSONWebKeySet;
  /** Time at which the keys were read, in milliseconds. */
  readAt: number;
}

/** Cached key sets of providers, by URL. */
const keySets = createCache<KeySet>({
  name: 'keys of OpenID providers',
  weigh: ({ keys }) => 2 * JSON.stringify(keys).length,
  ttl: 300_000,
});

/** URL of a provider's keys, and the function that reads them. */
export interface KeySource {
  issuer: string;
  jwksUri: string;
  call: CallService;
  /** Minimum number of milliseconds between two reads of the keys, even if no key matches a token. */
  minimumAge: number;
}

/**
 * Returns a function that finds the key of a token. If no cached key matches, it reads the keys again, because the
 * provider may have replaced them.
 */
export function keyFinder(source: KeySource) {
  return async (header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> => {
    const known = await keySets.getOrCompute(source.jwksUri, 'sign-in', () => readKeys(source));
    try {
      return await createLocalJWKSet(known.keys)(header, token);
    } catch (error) {
      const isOld = Date.now() - known.readAt >= source.minimumAge;
      if (!(error instanceof errors.JWKSNoMatchingKey) || !isOld) throw error;
    }
    const fresh = await readKeys(source);
    keySets.set(source.jwksUri, fresh);
    return createLocalJWKSet(fresh.keys)(header, token);
  };
}

async function readKeys({ issuer, jwksUri, call }: KeySource): Promise<KeySet> {
  const readAt = Date.now();
  const { status, bytes } = await call(jwksUri, { method: 'GET', headers: { accept: 'application/json' } });
  if (status !== 200) throw unusableProvider(issuer, `answers the request for its keys with the status ${status}`);
  try {
    const keys = JSON.parse(new TextDecoder().decode(bytes)) as JSONWebKeySet;
    createLocalJWKSet(keys);
    return { keys, readAt };
  } catch {
    throw unusableProvider(issuer, 'answers the request for its keys with text that is not a key set');
  }
}
