import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the address to which a request without a user is attributed: that of the socket, or the address that a
 * trusted proxy reports (`TRUSTED_PROXIES`). For IPv6, only the first 64 bits count, because a household controls the
 * rest.
 */
export function callerAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped ? mapped[1]! : `${expandGroups(ip).slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the eight groups of an IPv6 address, including those that `::` abbreviates. A zone and a trailing IPv4 part
 * are not handled, because they do not affect the first 64 bits.
 */
function expandGroups(ip: string): string[] {
  const [head = [], tail] = ip
    .split('%')[0]!
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  if (tail === undefined) return head.map(withoutLeadingZeros);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map(withoutLeadingZeros);
}

function withoutLeadingZeros(group: string): string {
  return group.toLowerCase().replace(/^0+(?=.)/, '');
}
