import type { PageAnswer } from '../../../render/html/answers.js';

/** Images from more places than this make the header too long: then they may come from anywhere. */
const maxOrigins = 30;

/**
 * The content security policy of a page of a site: no script at all, the one style in it, the style sheet and fonts of
 * this server, and images from where the page names some.
 */
export function publishedPolicy({ styleHash, imageOrigins }: PageAnswer, own: string): string {
  const origins = imageOrigins.length > maxOrigins ? ['https:', 'http:'] : imageOrigins;
  return [
    "default-src 'none'",
    `style-src 'self' '${styleHash}'`,
    // Of emoji that the reader's machine does not have.
    "font-src 'self'",
    `img-src ${["'self'", own, ...origins].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
