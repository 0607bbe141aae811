import type { Context } from '../../../api/graphql/execution/context.js';
import { excerptOf, highlightsOf } from '../../../engine/search/excerpt.js';
import type { QueryTerm } from '../../../engine/search/query.js';
import type { FoundPage, FoundSection } from '../../../render/html/layout/site-page.js';
import { writeSitePage } from '../../../render/html/layout/write-site-page.js';
import type { PageResponse } from '../../../render/html/responses.js';
import { foundSections } from '../../content/search/found-sections.js';
import { findOnSite } from '../published-sites/find-on-site.js';
import type { VisibleSpace } from '../published-sites/visible-tree.js';
import { siteFrame } from './frame.js';
import { siteLook } from './look.js';
import { respondNotFound } from './not-found-response.js';
import { originsOf, pageResponse } from './page-response.js';
import { pathOf, type SiteVisit } from './visit.js';

/** Points of the rate limit that a search costs. */
const searchCost = 5;

/** Maximum number of pages in the results, over all spaces together. */
const maxPages = 20;

/** Maximum length of the excerpt of a section, in characters. */
const maxExcerpt = 240;

/** Maximum length of a query, in characters. */
const maxQuery = 200;

/**
 * Returns a page with the results of a search on a site. Returns the page for missing addresses if the site has no
 * search.
 * @throws RATE_LIMITED if the caller has too few points left
 */
export async function respondToSearch(context: Context, visit: SiteVisit, rawQuery: string): Promise<PageResponse> {
  const look = siteLook(visit.view.site, visit.theme);
  if (!look.hasSearch) return respondNotFound(visit);
  const query = rawQuery.trim().slice(0, maxQuery);
  const spaces = query === '' ? [] : await findMatches(context, visit, query);
  const sitePage = writeSitePage({
    frame: siteFrame(visit, look, { path: `${visit.root}/~search`, place: null, navigation: null, query }),
    content: { kind: 'search', query, spaces },
  });
  return pageResponse(sitePage, { isFound: true, imageOrigins: originsOf(look), isIndexed: false, isStable: false });
}

async function findMatches(context: Context, visit: SiteVisit, query: string) {
  await context.account.charge(searchCost);
  const spaces = await findOnSite(context, visit.view, { query, scope: { mode: 'all' } });
  let remaining = maxPages;
  const results = spaces.map(({ id, title, pages }) => {
    const shownPages = pages.slice(0, remaining);
    remaining -= shownPages.length;
    return { place: visit.tree.siteSpaces.find(({ space }) => space.id === id)!, title, pages: shownPages };
  });
  return Promise.all(
    results
      .filter(({ pages }) => pages.length > 0)
      .map(async ({ place, title, pages }) => ({
        title,
        pages: await Promise.all(pages.map((page) => pageResult(context, visit, { place, page }))),
      })),
  );
}

type MatchedPage = Awaited<ReturnType<typeof findOnSite>>[number]['pages'][number];

async function pageResult(
  context: Context,
  visit: SiteVisit,
  { place, page }: { place: VisibleSpace; page: MatchedPage },
): Promise<FoundPage> {
  const href = pathOf(visit, place, page.path);
  const sections = await foundSections(context, page);
  const { terms } = page.ranking.query;
  return {
    title: page.title,
    href,
    sections: sections.slice(0, 3).map(({ id, title, body }) => ({
      title,
      href: href + encodeURI(id.slice(page.id.length).toWellFormed()),
      excerpt: splitAtMatches(excerptOf(body, terms, maxExcerpt), terms),
    })),
  };
}

/** Splits a text into matches of the query and the text between them. */
function splitAtMatches(text: string, terms: readonly QueryTerm[]): FoundSection['excerpt'] {
  let position = 0;
  const pieces = highlightsOf(text, terms).flatMap(({ start, end }) => {
    const textBefore = text.slice(position, start);
    position = end;
    return [
      { text: textBefore, isFound: false },
      { text: text.slice(start, end), isFound: true },
    ];
  });
  return [...pieces, { text: text.slice(position), isFound: false }].filter((piece) => piece.text !== '');
}
