import { LRUCache } from 'lru-cache';

/** Milliseconds after which a host may have a site: another instance may have confirmed its hostname. */
const maxAge = 1_000;

/** Maximum number of hosts, because clients choose the `Host` header. */
const maxHosts = 1_000;

/** Hosts that had no site when they were last looked up, at most a second ago. */
export interface UnknownHosts {
  has(hostname: string): boolean;
  add(hostname: string): void;
}

/** Creates an empty set of hosts. */
export function createUnknownHosts(): UnknownHosts {
  const endsAt = new LRUCache<string, number>({ max: maxHosts });
  return {
    has: (hostname) => performance.now() < (endsAt.get(hostname) ?? 0),
    add: (hostname) => void endsAt.set(hostname, performance.now() + maxAge),
  };
}
