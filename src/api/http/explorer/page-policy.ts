/**
 * Content security policy of the explorer and the reference page. Scripts and styles come only from this server.
 * Editors create their workers from blobs and add inline styles. Nothing may be loaded from other servers.
 */
export const openPagePolicy = [
  'content-security-policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
] as const;
