import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Returns the hostname of a request if it may be that of a site, as sites store it. Returns null for the hostname of the
 * server, and for a name that no site can have.
 */
export function possibleSiteHostname(hostname: string, ownHostname: string): string | null {
  if (hostname === ownHostname) return null;
  const name = siteHostname(hostname);
  return name === ownHostname ? null : name;
}

/**
 * Returns a hostname as sites store it: in ASCII and lower case, without a trailing dot. Returns null for text that
 * cannot be the hostname of a site, such as an IP address or a name with fewer than three labels.
 */
export function siteHostname(text: string): string | null {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name.length > 253 || isIP(name) !== 0 || !/[^.][.][^.]+[.][^.]/.test(name)) return null;
  return domainToASCII(name) || null;
}
