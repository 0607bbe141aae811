import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Returns a hostname as sites store it: in ASCII and lower case, without a trailing dot. Returns null for text that
 * cannot be the hostname of a site, such as an IP address or a name with fewer than three labels.
 */
export function siteHostname(text: string): string | null {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name.length > 253 || isIP(name) !== 0 || !/[^.][.][^.]+[.][^.]/.test(name)) return null;
  return domainToASCII(name) || null;
}
