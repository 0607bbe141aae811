/** The address of a link as it may stand in `href`; null for one that runs something, or leads who knows where. */
export function linkAddress(url: string): string | null {
  return addressWith(url, followed);
}

/** The address of an image as it may stand in `src`; null for any other. */
export function imageAddress(url: string): string | null {
  return addressWith(url, loaded);
}

const followed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const loaded = new Set(['http:', 'https:']);

/**
 * Browsers take line endings and tabs out of an address, and spaces and control characters from its start, before they look
 * for its scheme: so does this. What has a scheme is written anew, as it was understood; what has none must be a path or an
 * anchor of ours, and no other server (`//evil`, `/\evil`).
 */
function addressWith(url: string, schemes: ReadonlySet<string>): string | null {
  const address = url.replace(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  if (/^#|^\/(?![/\\])/.test(address)) return address;
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return schemes.has(protocol) ? href : null;
}
