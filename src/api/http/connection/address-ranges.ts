import { BlockList, isIPv6 } from 'node:net';

/** Creates a function that reports whether an IP address is in one of the ranges: addresses, or CIDR notation. */
export function createAddressMatcher(ranges: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => list.check(ip, familyOf(ip));
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIPv6(ip) ? 'ipv6' : 'ipv4';
}
