import ipaddr from 'ipaddr.js';

/** What an instance of the outbound client may reach beyond the defaults. */
export interface AddressPolicy {
  /** Whether `http://` is accepted beside `https://`. */
  allowHttp: boolean;
  /** Origins (`http://specs.intranet:8080`) that the operator vouches for: scheme, port and network are not checked. */
  trustedOrigins: readonly string[];
  /** Hosts that the operator vouches for likewise, as URLs spell them: `specs.intranet` at every port, `specs.intranet:8080` at one. */
  trustedHosts: readonly string[];
}

/**
 * The first rule that an address breaks by how it is written, as the predicate of a sentence (`must …`); undefined
 * where it breaks none. Where its host leads is for the connector to check, at the moment of connecting.
 */
export function brokenRule(url: URL, policy: AddressPolicy): string | undefined {
  return rules.find(({ holds }) => !holds(url, policy))?.sentence(policy);
}

/** Whether an IP address, as text, is a unicast address of the public internet; false for what is no IP address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  return ip.kind() === 'ipv6' ? ip.match(globalUnicast) : !providerInternal.some((range) => ip.match(range));
}

/** Whom the operator vouches for. */
export type Trusted = Pick<AddressPolicy, 'trustedOrigins' | 'trustedHosts'>;

/** Whether the operator vouches for the origin or the host of an address. */
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

// The URL parser leaves the port empty where it is the scheme's own.
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

// RFC 4291, 2.4: all that IANA hands out. ipaddr.js says unicast of all else too, such as ::127.0.0.1.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

// Public by its number, yet the metadata and DNS service of the virtual machine it is asked from (Azure).
const providerInternal = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')];
