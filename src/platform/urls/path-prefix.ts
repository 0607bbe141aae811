/**
 * Returns the path of a base address, without a trailing slash: `/docs` for `https://example.org/docs`, and an empty text
 * for `https://example.org`. The proxy in front of the server removes it from requests, so paths for browsers need it.
 */
export function pathPrefix(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '');
}
