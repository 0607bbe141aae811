import type { PageAnswer } from '../../html/answers.js';
import { writeSitePage } from '../../html/layout/write-site-page.js';
import { originOf } from './filler.js';
import { frameOf } from './frame.js';
import { lookOf } from './look.js';
import { hashOf, type Visit } from './visit.js';

/** Says to a visitor whom the site admits that it has no such page; the address itself is not repeated. */
export function answerMissing(visit: Visit): PageAnswer {
  const look = lookOf(visit.view.site, visit.theme);
  const frame = frameOf(visit, look, { path: visit.root, place: null, shown: null });
  const { html, styleHash } = writeSitePage({ frame, content: { kind: 'missing' } });
  const imageOrigins = look.images.flatMap((url) => originOf(url) ?? []);
  return { kind: 'page', isFound: false, html, tag: hashOf(html), styleHash, imageOrigins, isIndexed: false };
}
