const longest = 512;

/**
 * The path of this server that a RelayState names; null for everything else, for it comes from whoever posts the form.
 * A path starts with one slash, is at most 512 characters of visible ASCII, and holds no backslash: browsers read
 * `//host` and `/\host` as addresses of other servers, and so would they a path that only becomes one by its dots.
 */
export function safeRedirect(relayState: unknown): string | null {
  if (typeof relayState !== 'string' || relayState.length > longest) return null;
  if (!/^\/[\x21-\x7e]*$/.test(relayState) || relayState.includes('\\')) return null;
  if (relayState.startsWith('//')) return null;
  const { pathname } = new URL(relayState, 'https://docgraph.invalid');
  return pathname.startsWith('//') ? null : relayState;
}
