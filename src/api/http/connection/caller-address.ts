import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address that a request without a user is counted for: that of the socket, or what a trusted proxy says of it
 * (`TRUSTED_PROXIES`). Of IPv6 the first 64 bits, since a household has all the others for itself.
 */
export function callerAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  return mapped ? mapped[1]! : `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, with those that `::` stands for; a zone and a dotted end are of no account here. */
function groupsOf(ip: string): string[] {
  const [head = [], tail] = ip
    .split('%')[0]!
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  if (tail === undefined) return head.map(shortest);
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].map(shortest);
}

function shortest(group: string): string {
  return group.toLowerCase().replace(/^0+(?=.)/, '');
}
