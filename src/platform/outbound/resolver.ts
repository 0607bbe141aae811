import { Resolver } from 'node:dns/promises';

/** Gives all IP addresses of a host name, in any order; none where it has none. May reject. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** How a name server is asked: milliseconds to wait for the first answer, twice as many for every further one. */
export const resolverLimits = { timeout: 700, tries: 2 };

/**
 * Makes a resolver that asks DNS servers, the system's unless given (`127.0.0.1:5353`), about A and AAAA records.
 *
 * It is not `dns.lookup`: that one also reads the hosts file and search domains, which name the operator's own network,
 * and a name that answers slowly holds one of the four threads that file access shares.
 */
export function createResolver(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver(resolverLimits);
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
