/** Returns the address of a link for `href`; null if it would run a script or has an unknown scheme. */
export function linkAddress(url: string): string | null {
  return addressWith(url, followed);
}

/** Returns the address of an image for `src`; null for any other address. */
export function imageAddress(url: string): string | null {
  return addressWith(url, loaded);
}

const followed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const loaded = new Set(['http:', 'https:']);

/**
 * Browsers remove line breaks and tabs from an address, and spaces and control characters from its start, before they
 * read its scheme. This function does the same. An address with a scheme is serialized again as it was parsed. Without
 * a scheme it must be a path or an anchor of this site, not another server (`//evil`, `/\evil`).
 */
function addressWith(url: string, schemes: ReadonlySet<string>): string | null {
  const address = url.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  if (/^#|^\/(?![/\\])/.test(address)) return address;
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return schemes.has(protocol) ? href : null;
}
