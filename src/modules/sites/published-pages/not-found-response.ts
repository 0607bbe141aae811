import { writeSitePage } from '../../../render/html/layout/write-site-page.js';
import type { PageResponse } from '../../../render/html/responses.js';
import { siteFrame } from './frame.js';
import { siteLook } from './look.js';
import { originsOf, pageResponse } from './page-response.js';
import type { SiteVisit } from './visit.js';

/** Returns the page for a missing address, for a visitor whom the site admits. It does not repeat the address. */
export function respondNotFound(visit: SiteVisit): PageResponse {
  const look = siteLook(visit.view.site, visit.theme);
  const frame = siteFrame(visit, look, { path: visit.root, place: null, navigation: null });
  const sitePage = writeSitePage({ frame, content: { kind: 'missing' } });
  return pageResponse(sitePage, { isFound: false, imageOrigins: originsOf(look), isIndexed: false, isStable: false });
}
