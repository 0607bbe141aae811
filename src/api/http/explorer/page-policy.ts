/**
 * The content security policy of pages for people: scripts and styles of this server alone. Editors make their workers
 * from blobs and write styles into elements; nothing may be loaded from anywhere else.
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
