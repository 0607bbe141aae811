import { Resolver } from 'node:dns/promises';
import { AppError } from '../base/errors.js';
import { resolverLimits } from './resolver.js';

/** Gives the texts that the name service has for a name (TXT); none where it has none, or there is no such name. */
export type FindTexts = (name: string) => Promise<string[]>;

/** What the name service says where there is nothing, or nothing can be under the name. */
const nothing = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME', 'EFORMERR']);

/**
 * Asks DNS servers, the system's unless given, for texts.
 * @throws UNAVAILABLE where they do not answer
 */
export function createFindTexts(servers?: readonly string[]): FindTexts {
  return async (name) => {
    const resolver = new Resolver(resolverLimits);
    if (servers) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (nothing.has((error as { code?: string }).code ?? '')) return [];
      throw new AppError('UNAVAILABLE', `The DNS server does not answer for ${name}; try again`, { retryAfter: 5 });
    }
  };
}
