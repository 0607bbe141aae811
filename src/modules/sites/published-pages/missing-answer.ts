import type { PageAnswer } from '../../../render/html/answers.js';
import { writeSitePage } from '../../../render/html/layout/write-site-page.js';
import { frameOf } from './frame.js';
import { lookOf } from './look.js';
import { originsOf, pageAnswer } from './page-answer.js';
import type { Visit } from './visit.js';

/** Returns the page for a missing address, for a visitor whom the site admits. It does not repeat the address. */
export function answerMissing(visit: Visit): PageAnswer {
  const look = lookOf(visit.view.site, visit.theme);
  const frame = frameOf(visit, look, { path: visit.root, place: null, shown: null });
  const written = writeSitePage({ frame, content: { kind: 'missing' } });
  return pageAnswer(written, { isFound: false, imageOrigins: originsOf(look), isIndexed: false });
}
