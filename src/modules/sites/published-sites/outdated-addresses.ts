import type { Context } from '../../../api/graphql/execution/context.js';
import { equalJson } from '../../../engine/base/canonical-json.js';
import type { Manifest, Page } from '../../../engine/base/types.js';
import { changedPages } from '../../../engine/change/diff/changed-entries.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { loadManifest } from '../../content/revisions/manifests.js';
import { findRevision } from '../../content/revisions/revision-cache.js';
import { sitesById } from '../sites/loaders.js';
import { publishedPlacesBySpace, type SpaceOnSite } from './loaders.js';
import { encodedPath, pathOnSite, siteRoot } from './published-address.js';

/** Addresses of published pages whose copies in caches may be outdated. */
export interface OutdatedAddresses {
  /** Addresses of individual pages whose cached responses may be outdated. */
  pages: string[];
  /** Addresses of sites, below which every response may be outdated. */
  prefixes: string[];
}

/** Maximum number of pages that are named; with more, the whole site counts as outdated. */
const maxPages = 50;

/** Maximum number of sites whose addresses are named, of all sites that show a space. */
const maxSites = 20;

/** Bytes of text that cost as much as the comparison of one page. */
const pageCost = 16;

/** A revision that became the head of its space. */
interface NewHead {
  organizationId: string;
  spaceId: string;
  /** Id of the revision; null if it is not known. */
  revisionId: string | null;
}

/**
 * Returns the addresses that a new head makes outdated. If it changes only the texts of a few pages, these are their
 * addresses. Otherwise these are the addresses of all sites that show the space.
 */
export async function outdatedByHead(context: Context, head: NewHead): Promise<OutdatedAddresses> {
  const places = await context.loaders.load(publishedPlacesBySpace, head.spaceId);
  // A space that was transferred is on the sites of another organization, which this one must not learn.
  const shown = places.filter(({ site }) => site.organizationId === head.organizationId).slice(0, maxSites);
  if (shown.length === 0) return { pages: [], prefixes: [] };
  const [pages, ...sites] = await Promise.all([
    pagesWithOtherText(context, head),
    ...shown.map(({ site }) => context.loaders.get(sitesById, site.id)),
  ]);
  if (pages === null) return outdatedSites(context, sites);
  const paths = shown.map((place) => pages.flatMap((page) => pathsOf(place, page)));
  return {
    pages: sites.flatMap((site, index) =>
      basesOf(context, site).flatMap((base) => paths[index]!.map((path) => base + path)),
    ),
    prefixes: [],
  };
}

/** Returns the addresses of whole sites. */
export function outdatedSites(context: Pick<Context, 'urls'>, sites: readonly AddressedRow[]): OutdatedAddresses {
  return { pages: [], prefixes: sites.flatMap((site) => basesOf(context, site)) };
}

/** Columns of a site that its addresses depend on. */
export type AddressedRow = Pick<
  Row<'Site'>,
  'id' | 'organizationId' | 'basename' | 'proxyOrigin' | 'confirmedHostname'
>;

/** Returns the addresses that serve a site: on this server, at its hostname and at its proxy. */
function basesOf({ urls }: Pick<Context, 'urls'>, site: AddressedRow): string[] {
  const ownHosts = [site.confirmedHostname, site.proxyOrigin].filter((host) => host !== null);
  return [urls.base + siteRoot(site), ...ownHosts.map((host) => `https://${host}`)];
}

/** Returns the paths of a page on a site: as HTML, and as Markdown. */
function pathsOf({ section, siteSpace }: SpaceOnSite, { path }: Page): string[] {
  const encoded = encodedPath(pathOnSite({ section, siteSpace, page: path }));
  return [encoded, `${encoded}.md`];
}

/**
 * Returns the pages of a head that differ from the previous revision only in their text; null if the heads differ in
 * other ways.
 */
async function pagesWithOtherText(context: Context, { organizationId, revisionId }: NewHead): Promise<Page[] | null> {
  const after = revisionId === null ? null : await findRevision(context.loaders, { organizationId, id: revisionId });
  if (after?.parentId == null) return null;
  const before = await findRevision(context.loaders, { organizationId, id: after.parentId });
  if (!before) return null;
  const [old, now] = await Promise.all([before, after].map((row) => loadManifest(context.loaders, row)));
  const pages = manifestIndex(old!).pages.length + manifestIndex(now!).pages.length;
  await context.pay(pages * pageCost);
  return pagesThatDiffer(old!, now!);
}

function pagesThatDiffer(before: Manifest, after: Manifest): Page[] | null {
  const { removed, added } = changedPages(before, after);
  const others = ({ pages: _, summary: __, ...rest }: Manifest) => rest;
  if (added.length > maxPages || !equalJson(others(before), others(after))) return null;
  const isTextAlone =
    removed.length === added.length &&
    added.every(({ page }, index) => equalJson(withoutText(removed[index]!.page), withoutText(page)));
  return isTextAlone ? added.map(({ page }) => page) : null;
}

/** Returns the members of a page that other pages show. */
function withoutText({ blob: _, links: __, description: ___, children: ____, ...rest }: Page): Partial<Page> {
  return rest;
}
