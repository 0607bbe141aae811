import { Resolver } from 'node:dns/promises';

/** Returns all IP addresses of a host name, in any order. Returns an empty list if there are none. May reject. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Options for DNS requests: the number of attempts, and the time to wait for the first response, in milliseconds. This
 * time is doubled for each further attempt.
 */
export const resolverLimits = { timeout: 700, tries: 2 };

/**
 * Creates a resolver that queries DNS servers for A and AAAA records; default: the servers of the system. Servers are
 * given as `127.0.0.1:5353`.
 *
 * It does not use `dns.lookup`, which also reads the hosts file and search domains. They contain names in the
 * operator's network. In addition, a slow lookup would occupy one of the four threads that are also used for file
 * access.
 */
export function createResolver(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver(resolverLimits);
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
