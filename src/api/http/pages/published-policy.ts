import type { PageResponse } from '../../../render/html/responses.js';

/**
 * Maximum number of image origins in the header. With more, the header would be too long, so images may come from
 * anywhere.
 */
const maxOrigins = 30;

/**
 * Returns the content security policy of a page of a site. It allows no script, the one style in the page, and the
 * style sheet and fonts of this server. Images may come from the origins that the page names.
 * @param own other origins of images, separated by spaces
 */
export function publishedPolicy({ styleHash, imageOrigins }: PageResponse, own: string): string {
  const origins = imageOrigins.length > maxOrigins ? ['https:', 'http:'] : imageOrigins;
  return [
    "default-src 'none'",
    `style-src 'self' '${styleHash}'`,
    // Fonts for emoji that the reader's device does not have.
    "font-src 'self'",
    `img-src ${["'self'", own, ...origins].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
