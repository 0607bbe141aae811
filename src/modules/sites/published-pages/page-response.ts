import type { PageResponse } from '../../../render/html/responses.js';
import type { SiteLook } from './look.js';
import { originOf } from './reference-resolver.js';
import { hashOf } from './visit.js';

/** Returns the origins of the external images that all pages of a site show, such as the logo. */
export function originsOf({ images }: SiteLook): string[] {
  return images.flatMap((url) => originOf(url) ?? []);
}

/** Returns the response for a rendered page. Its ETag is a hash of the HTML. */
export function pageResponse(
  { html, styleHash }: Pick<PageResponse, 'html' | 'styleHash'>,
  properties: Pick<PageResponse, 'isFound' | 'imageOrigins' | 'isIndexed' | 'isStable'>,
): PageResponse {
  return { kind: 'page', html, tag: hashOf(html), styleHash, ...properties };
}
