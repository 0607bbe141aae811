import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress, isTrusted } from './address-rules.js';
import type { Resolve } from './resolver.js';

/** How connections are made. */
export interface ConnectorSettings {
  /** Origins whose network is not checked. */
  trustedOrigins: readonly string[];
  /** Hosts whose network is not checked; absent: none. */
  trustedHosts?: readonly string[];
  resolve: Resolve;
  /** Milliseconds for name, connection and TLS together. */
  connectTimeout: number;
  /** Certificate authorities (PEM) instead of the well-known ones. */
  ca?: string;
}

/** `code` of the error for a host that does not lead to public addresses, or leads nowhere. */
export const notPublicCode = 'ADDRESS_NOT_PUBLIC';

/**
 * Makes a connector for undici that reaches public addresses only, checked three times: a literal host before anything
 * happens (Node asks no lookup for literals), all addresses of a name (looked up once; the socket connects to that very
 * answer, so a name that changes its mind gains nothing), and the address the socket ended at. Private and unknown names
 * fail alike, so that answers do not map the inner network.
 */
export function createCheckedConnector(
  settings: ConnectorSettings,
  dial: typeof buildConnector = buildConnector,
): buildConnector.connector {
  return (target, callback) => {
    const { trustedOrigins, trustedHosts = [] } = settings;
    const trusted = isTrusted(new URL(`${target.protocol}//${target.host}`), { trustedOrigins, trustedHosts });
    const accepts: Accepts = (address) => trusted || isPublicAddress(address);
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

type Accepts = (address: string) => boolean;

function checkedLookup(resolve: Resolve, accepts: Accepts): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, { resolve, accepts }).then(
      (addresses) =>
        options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family),
      () => callback(notPublic(), []),
    );
  };
}

/** One address that is not accepted spoils the name: else a host could offer both and wait for a client's fallback. */
async function checkedAddresses(hostname: string, { resolve, accepts }: { resolve: Resolve; accepts: Accepts }) {
  const addresses = await resolve(hostname);
  if (addresses.length === 0 || !addresses.every(accepts)) throw notPublic();
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('The host does not lead to public addresses'), { code: notPublicCode });
}
