/**
 * Returns the path of a base URL, without a trailing slash: `/docs` for `https://example.org/docs`, and an empty text
 * for `https://example.org`. The proxy in front of the server removes this prefix from requests, so paths for browsers
 * must contain it.
 */
export function pathPrefix(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '');
}
