import { Resolver } from 'node:dns/promises';
import { AppError } from '../base/errors.js';
import { resolverLimits } from './resolver.js';

/** Returns the TXT records of a name. Returns an empty list if there are none or the name does not exist. */
export type FindTexts = (name: string) => Promise<string[]>;

/** DNS error codes for a name that has no records, or cannot have any. */
const codesForNoRecords = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME', 'EFORMERR']);

/**
 * Creates a function that queries DNS servers for TXT records; default: the servers of the system.
 * @throws UNAVAILABLE if they do not respond
 */
export function createFindTexts(servers?: readonly string[]): FindTexts {
  return async (name) => {
    const resolver = new Resolver(resolverLimits);
    if (servers) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (codesForNoRecords.has((error as { code?: string }).code ?? '')) return [];
      throw new AppError('UNAVAILABLE', `The DNS server does not answer for ${name}; try again`, { retryAfter: 5 });
    }
  };
}
