import type { Context } from '../../../api/graphql/execution/context.js';
import type { SiteResponse } from '../../../render/html/responses.js';
import { findPublished } from '../published-sites/find-published.js';
import { icon } from './default-icon.js';
import { respondWithDocument } from './document-response.js';
import { respondWithMarkdown } from './markdown-response.js';
import { respondNotFound } from './not-found-response.js';
import { respondWithRobots, respondWithSitemap, respondWithSpaceSitemap } from './robots-and-sitemap.js';
import { respondToSearch } from './search-response.js';
import { urlsAtHost } from './site-address.js';
import { emojiFont, styleSheet } from './style-sheet.js';
import { allowsAgents, pathOf, type SiteVisit } from './visit.js';

/** Request for an address of a site. */
export interface PageRequest {
  /** Path below the root of the site, decoded, without slashes at its ends. */
  path: string;
  /** Search query. */
  query: string;
}

/** Assets that pages load, by path. Browsers may cache them permanently. */
const assets: Record<string, { contentType: string; body: string }> = {
  '~style.css': { contentType: 'text/css; charset=utf-8', body: styleSheet },
  '~icon.svg': { contentType: 'image/svg+xml', body: icon },
};

/**
 * Returns the response for an address of a site, for a visitor whom the site admits.
 * @throws RATE_LIMITED if the caller has too few points left
 */
export function respondToAddress(context: Context, visit: SiteVisit, request: PageRequest): Promise<SiteResponse> {
  const contextAtHost = visit.host === null ? context : { ...context, urls: urlsAtHost(context.urls, visit) };
  return respond(contextAtHost, visit, request);
}

async function respond(context: Context, visit: SiteVisit, { path, query }: PageRequest): Promise<SiteResponse> {
  if (path === '~search') return respondToSearch(context, visit, query);
  if (Object.hasOwn(assets, path)) return { kind: 'text', isForGood: true, ...assets[path]! };
  const font = path.startsWith('~emoji-') ? emojiFont(path) : undefined;
  if (font) return { kind: 'text', isForGood: true, contentType: 'font/woff2', body: font };
  if (path === 'robots.txt') return respondWithRobots(context, visit);
  if (path === 'sitemap.xml') return respondWithSitemap(context, visit);
  const sitemapMatch = /^~sitemap\/([^/]+)\.xml$/.exec(path);
  if (sitemapMatch) return (await respondWithSpaceSitemap(context, visit, sitemapMatch[1]!)) ?? respondNotFound(visit);
  return (await pageAt(context, visit, { path, isMarkdown: false })) ?? (await markdownAt(context, visit, path));
}

/** Returns the page as Markdown if the path ends in `.md`; otherwise the page for missing addresses. */
async function markdownAt(context: Context, visit: SiteVisit, path: string): Promise<SiteResponse> {
  const isMarkdown = path.endsWith('.md') && allowsAgents(visit.view.site);
  const response = isMarkdown ? await pageAt(context, visit, { path: path.slice(0, -3), isMarkdown }) : null;
  return response ?? respondNotFound(visit);
}

/** Returns a page, or a redirect to its current path; null if there is no page. */
async function pageAt(
  context: Context,
  visit: SiteVisit,
  { path, isMarkdown }: { path: string; isMarkdown: boolean },
): Promise<SiteResponse | null> {
  const match = await findPublished(context, visit.view, path);
  const page = match?.page;
  if (!page) return null;
  const canonical = pathOf(visit, match.place, page.page.path);
  if (match.isMoved) {
    return { kind: 'elsewhere', isForGood: match.isPermanent, path: isMarkdown ? `${canonical}.md` : canonical };
  }
  const pageOfSpace = { place: match.place, page };
  return isMarkdown
    ? respondWithMarkdown(context, visit, pageOfSpace)
    : respondWithDocument(context, visit, pageOfSpace);
}
