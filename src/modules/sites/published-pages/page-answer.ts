import type { PageAnswer } from '../../../render/html/answers.js';
import { originOf } from './filler.js';
import type { SiteLook } from './look.js';
import { hashOf } from './visit.js';

/** The origins of the images that all pages of a site have from elsewhere. */
export function originsOf({ images }: SiteLook): string[] {
  return images.flatMap((url) => originOf(url) ?? []);
}

/** A page that was written, as it is sent: its tag differs where anything of it does. */
export function pageAnswer(
  { html, styleHash }: Pick<PageAnswer, 'html' | 'styleHash'>,
  told: Pick<PageAnswer, 'isFound' | 'imageOrigins' | 'isIndexed'>,
): PageAnswer {
  return { kind: 'page', html, tag: hashOf(html), styleHash, ...told };
}
