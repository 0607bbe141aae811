import ipaddr from 'ipaddr.js';

/** Hosts that a client may call. */
export interface AddressPolicy {
  /** Whether `http://` is accepted in addition to `https://`. */
  allowHttp: boolean;
  /**
   * Origins that the operator trusts, such as `http://specs.intranet:8080`. Their scheme, port and network are not
   * checked.
   */
  trustedOrigins: readonly string[];
  /**
   * Hosts that the operator trusts in the same way, in the spelling of URLs: `specs.intranet` for every port,
   * `specs.intranet:8080` for one port.
   */
  trustedHosts: readonly string[];
}

/**
 * Returns the first rule that a URL breaks, as the rest of a sentence (`must …`); undefined if it breaks none. The
 * network of the host is not checked here, but when the client connects.
 */
export function brokenRule(url: URL, policy: AddressPolicy): string | undefined {
  return rules.find(({ holds }) => !holds(url, policy))?.sentence(policy);
}

/** Reports whether a text is a unicast IP address in the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  return ip.kind() === 'ipv6' ? ip.match(globalUnicast) : !providerInternal.some((range) => ip.match(range));
}

/** Origins and hosts that the operator trusts. */
export type Trusted = Pick<AddressPolicy, 'trustedOrigins' | 'trustedHosts'>;

/** Reports whether the operator trusts the origin or the host of a URL. */
export function isTrusted(
  { origin, hostname, port, protocol }: URL,
  { trustedOrigins, trustedHosts }: Trusted,
): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return (
    trustedOrigins.includes(origin) ||
    trustedHosts.includes(hostname) ||
    trustedHosts.includes(`${hostname}:${ownPort}`)
  );
}

interface AddressRule {
  sentence: (policy: AddressPolicy) => string;
  holds: (url: URL, policy: AddressPolicy) => boolean;
}

// Allowed ports. The URL parser removes the default port of the scheme, so it is empty.
const ports = new Set(['', '80', '443', '8443']);

const rules: readonly AddressRule[] = [
  {
    sentence: ({ allowHttp }) => `must begin with https://${allowHttp ? ' or http://' : ''}`,
    holds: (url, policy) => schemes(policy).includes(url.protocol) || isTrusted(url, policy),
  },
  {
    sentence: () => 'must hold no user name and no password',
    holds: ({ username, password }) => username === '' && password === '',
  },
  {
    sentence: () => 'must use port 80, 443 or 8443',
    holds: (url, policy) => ports.has(url.port) || isTrusted(url, policy),
  },
];

function schemes({ allowHttp }: AddressPolicy): string[] {
  return allowHttp ? ['https:', 'http:'] : ['https:'];
}

// The range that contains all unicast addresses that IANA allocates (RFC 4291, 2.4). ipaddr.js also reports other
// addresses as unicast, such as ::127.0.0.1.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

// This address is in a public range. On Azure, however, it is the metadata and DNS service of the virtual machine
// itself.
const providerInternal = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')];
