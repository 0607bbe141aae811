const maxLength = 512;

/**
 * Returns a path of this server that may be opened after a sign-in; null for any other value. Anyone who sends a form
 * or link can choose the value. A path starts with one slash, has at most 512 visible ASCII characters, and contains no
 * backslash. Browsers read `//host` and `/\host` as addresses of other servers, and also a path that becomes such an
 * address when its dots are resolved.
 */
export function safeRedirect(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > maxLength) return null;
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.includes('\\')) return null;
  if (path.startsWith('//')) return null;
  const { pathname } = new URL(path, 'https://docgraph.invalid');
  return pathname.startsWith('//') ? null : path;
}
