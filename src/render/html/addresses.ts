/** Returns an address that is safe in the `href` of a link; null if it would run a script or has an unknown scheme. */
export function linkAddress(url: string): string | null {
  return addressWith(url, linkSchemes);
}

/** Returns an address that is safe in the `src` of an image; null if it has a scheme other than http or https. */
export function imageAddress(url: string): string | null {
  return addressWith(url, imageSchemes);
}

const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const imageSchemes = new Set(['http:', 'https:']);

/**
 * Returns an address if its scheme is allowed. Before browsers read the scheme, they remove line breaks and tabs from
 * an address, and leading spaces and control characters. This function does the same. An address with a scheme is
 * parsed and serialized again. An address without a scheme must be a path or an anchor on this site, not another server
 * (`//evil`, `/\evil`).
 */
function addressWith(url: string, schemes: ReadonlySet<string>): string | null {
  const address = url.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  if (/^#|^\/(?![/\\])/.test(address)) return address;
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return schemes.has(protocol) ? href : null;
}
