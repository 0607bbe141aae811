const maxRelayStateLength = 512;

/**
 * Returns the path of this server that a RelayState names; null for any other value, because any sender of the form can
 * choose it. A path starts with one slash, has at most 512 characters of visible ASCII, and no backslash. Browsers read
 * `//host` and `/\host` as addresses of other servers, and also a path that becomes such an address by its dots.
 */
export function safeRedirect(relayState: unknown): string | null {
  if (typeof relayState !== 'string' || relayState.length > maxRelayStateLength) return null;
  if (!/^\/[\x21-\x7e]*$/.test(relayState) || relayState.includes('\\')) return null;
  if (relayState.startsWith('//')) return null;
  const { pathname } = new URL(relayState, 'https://docgraph.invalid');
  return pathname.startsWith('//') ? null : relayState;
}
