import type { Context } from '../../../api/graphql/execution/context.js';
import type { SiteResponse } from '../../../render/html/responses.js';
import { headOfSpace } from '../../content/revisions/content-view.js';
import { headPagesById } from '../../content/revisions/loaders.js';
import { readingOrder } from './navigation.js';
import { allowsAgents, allowsSearchEngines, canonicalUrl, publicSiteUrl, type SiteVisit } from './visit.js';

/** Maximum number of addresses in a sitemap (limit of sitemaps.org). */
const maxAddresses = 50_000;

const xml = 'application/xml; charset=utf-8';

/**
 * Returns robots.txt. It allows everything if the site is public and does not exclude agents; otherwise it allows
 * nothing.
 */
export function respondWithRobots({ urls }: Pick<Context, 'urls'>, visit: SiteVisit): SiteResponse {
  const allowsRobots = allowsSearchEngines(visit.view, visit) && allowsAgents(visit.view.site);
  const rules = allowsRobots
    ? ['Allow: /', `Sitemap: ${publicSiteUrl(urls.base, visit.view.site)}/sitemap.xml`]
    : ['Disallow: /'];
  return { kind: 'text', contentType: 'text/plain; charset=utf-8', body: `User-agent: *\n${rules.join('\n')}\n` };
}

/** Returns the sitemap index of a site, with one sitemap for each space. */
export function respondWithSitemap({ urls }: Pick<Context, 'urls'>, { view, tree }: SiteVisit): SiteResponse {
  const root = publicSiteUrl(urls.base, view.site);
  const sitemaps = tree.siteSpaces.map(
    ({ id }) => `<sitemap><loc>${escapeXml(`${root}/~sitemap/${id}.xml`)}</loc></sitemap>`,
  );
  return { kind: 'text', contentType: xml, body: sitemapDocument('sitemapindex', sitemaps) };
}

/**
 * Returns the sitemap of a space: its pages that are neither hidden nor excluded from search engines. Returns null if
 * the visitor cannot see the space.
 * @throws RATE_LIMITED if the caller has too few points left
 */
export async function respondWithSpaceSitemap(
  context: Context,
  visit: SiteVisit,
  id: string,
): Promise<SiteResponse | null> {
  const place = visit.tree.siteSpaces.find((one) => one.id === id);
  const content = place && (await headOfSpace(context, place.space));
  if (!content) return null;
  const pages = readingOrder(content.manifest).filter(({ page }) => !page.noRobotsIndex);
  await context.account.charge(1 + pages.length / 100);
  const entries = await Promise.all(
    pages.slice(0, maxAddresses).map(async ({ page }) => {
      const times = await context.loaders.load(headPagesById, page.id);
      const changed = times ? `<lastmod>${times.updatedAt}</lastmod>` : '';
      const url = canonicalUrl(context.urls, visit.view, { place, path: page.path });
      return `<url><loc>${escapeXml(url)}</loc>${changed}</url>`;
    }),
  );
  return { kind: 'text', contentType: xml, body: sitemapDocument('urlset', entries) };
}

function sitemapDocument(root: string, entries: readonly string[]): string {
  const openingTag = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${openingTag}\n${entries.join('\n')}\n</${root}>\n`;
}

function escapeXml(address: string): string {
  return address.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
