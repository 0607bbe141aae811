import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress, isTrusted } from './address-rules.js';
import type { Resolve } from './resolver.js';

/** Settings of connections. */
export interface ConnectorSettings {
  /** Origins whose network is not checked. */
  trustedOrigins: readonly string[];
  /** Hosts whose network is not checked; default: none. */
  trustedHosts?: readonly string[];
  resolve: Resolve;
  /** Maximum time for name resolution, connection and TLS together, in milliseconds. */
  connectTimeout: number;
  /** Certificate authorities (PEM) that replace the default ones. */
  ca?: string;
}

/** `code` of the error for a host that has no address, or at least one address that is not public. */
export const notPublicCode = 'ADDRESS_NOT_PUBLIC';

/**
 * Creates a connector for undici that connects only to public addresses. Private and unknown names fail with the same
 * error, so that errors do not reveal the internal network. It makes three checks:
 * - If a host is an IP address, it is checked before the connection, because Node does not look it up.
 * - All addresses of a host name are checked. The name is resolved only once, and the socket connects to a checked
 *   address, so the address cannot change in between.
 * - The address to which the socket is connected is checked.
 */
export function createCheckedConnector(
  settings: ConnectorSettings,
  dial: typeof buildConnector = buildConnector,
): buildConnector.connector {
  return (target, callback) => {
    const { trustedOrigins, trustedHosts = [] } = settings;
    const trusted = isTrusted(new URL(`${target.protocol}//${target.host}`), { trustedOrigins, trustedHosts });
    const accepts: AcceptsAddress = (address) => trusted || isPublicAddress(address);
    if (isIP(target.hostname) !== 0 && !accepts(target.hostname)) return callback(notPublic(), null);
    const lookup = checkedLookup(settings.resolve, accepts);
    const connect = dial({ lookup, timeout: settings.connectTimeout, ...(settings.ca && { ca: settings.ca }) });
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (accepts(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(notPublic(), null);
    });
  };
}

type AcceptsAddress = (address: string) => boolean;

function checkedLookup(resolve: Resolve, accepts: AcceptsAddress): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, { resolve, accepts }).then(
      (addresses) =>
        options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family),
      () => callback(notPublic(), []),
    );
  };
}

/**
 * Refuses a host name if any of its addresses is not accepted. Otherwise a host could list a public and a private
 * address, and the client might connect to the private one.
 */
async function checkedAddresses(hostname: string, { resolve, accepts }: { resolve: Resolve; accepts: AcceptsAddress }) {
  const addresses = await resolve(hostname);
  if (addresses.length === 0 || !addresses.every(accepts)) throw notPublic();
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('The host does not lead to public addresses'), { code: notPublicCode });
}
