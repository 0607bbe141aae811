import type { PageAnswer } from '../../../render/html/answers.js';
import { originOf } from './filler.js';
import type { SiteLook } from './look.js';
import { hashOf } from './visit.js';

/** Origins of the external images that all pages of a site have. */
export function originsOf({ images }: SiteLook): string[] {
  return images.flatMap((url) => originOf(url) ?? []);
}

/** Builds the response for a rendered page. Its tag changes with every byte of the HTML. */
export function pageAnswer(
  { html, styleHash }: Pick<PageAnswer, 'html' | 'styleHash'>,
  told: Pick<PageAnswer, 'isFound' | 'imageOrigins' | 'isIndexed'>,
): PageAnswer {
  return { kind: 'page', html, tag: hashOf(html), styleHash, ...told };
}
