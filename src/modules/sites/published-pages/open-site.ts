import type { UserViewer } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { openPreview } from '../../../platform/secrets/preview-link.js';
import { pathPrefix } from '../../../platform/urls/path-prefix.js';
import type { Theme, VisitorParameters } from '../../../render/html/responses.js';
import { memberClaims } from '../../identity/members/visitor-token.js';
import { findSiteNamed } from '../published-sites/find-site.js';
import { siteRoot } from '../published-sites/published-address.js';
import { loadVisibleTree, type PublishedView } from '../published-sites/published-view.js';
import { authenticateVisitor } from '../published-sites/visitor.js';
import { sitesById } from '../sites/loaders.js';
import type { SiteVisit } from './visit.js';

/** Result of opening a site: a visit, or the reason that the visitor is not admitted. */
export type OpenSiteResult =
  | { visit: SiteVisit }
  /** The site is not published, or does not admit a visitor with these credentials. */
  | { refused: 'NO_SITE' }
  /** The site admits only visitors with a token. Visitors get a token at `fallbackUrl`. */
  | { refused: 'NO_TOKEN'; fallbackUrl: string | null };

/** A site at an address of this server. */
export interface AddressedSite {
  site: Row<'Site'>;
  /** Its path on this server. */
  path: string;
  /**
   * Whether the request used another name than the current basename of the site, or than its id if it has no basename.
   * Then the visitor is redirected.
   */
  isElsewhere: boolean;
  /**
   * Path prefix of the visitor's addresses. It differs from `path` if the requested host is the site's own hostname or
   * its proxy.
   */
  root: string;
}

/** Returns the site at an address, for a request to a host; null if there is none. */
export async function siteAt(
  { loaders, urls }: Context,
  { organizationId, name, host }: { organizationId: string; name: string; host: string },
): Promise<AddressedSite | null> {
  const site = await findSiteNamed({ loaders }, organizationId, name);
  if (!site) return null;
  const path = pathPrefix(urls.base) + siteRoot(site);
  return { site, path, root: rootOnHost(site, host) ?? path, isElsewhere: name !== (site.basename ?? site.id) };
}

/** Returns the path prefix of a site on its own hostname or its proxy; null for any other host. */
function rootOnHost({ proxyOrigin, confirmedHostname }: Row<'Site'>, host: string): string | null {
  const [proxy, ...path] = (proxyOrigin ?? '').split('/');
  if (proxyOrigin !== null && host === proxy) return path.map((part) => `/${part}`).join('');
  return host === confirmedHostname ? '' : null;
}

/** Checks the credentials of a visitor, and returns the visit or the reason for a refusal. */
export async function openSite(
  context: Context,
  { site, root }: AddressedSite,
  parameters: VisitorParameters,
): Promise<OpenSiteResult> {
  const { shareKey, visitorToken, claims, theme } = parameters;
  const visitor = await authenticateVisitor(context, site, { shareKey, visitorToken, unsignedClaims: claims });
  if (visitor === 'NO_TOKEN') return { refused: visitor, fallbackUrl: site.fallbackUrl };
  if (typeof visitor === 'string') return { refused: 'NO_SITE' };
  return {
    visit: await createVisit(context, { id: site.id, site, visitor }, { root, theme, isPreview: false }),
  };
}

/**
 * Opens a site to a member of its organization, who visits it with the claims of a visitor token.
 * @returns null if the viewer may not see the sites of the organization
 */
export async function openSiteForMember(
  context: Context,
  { site, root }: AddressedSite,
  { viewer, theme }: { viewer: UserViewer; theme: Theme | null },
): Promise<{ visit: SiteVisit } | null> {
  const claims = await memberClaims(context, viewer, site.organizationId);
  if (claims === null || !site.published) return null;
  const visitor = { claims: site.adaptiveContent ? { ...claims, unsigned: {} } : { unsigned: {} }, shareKey: null };
  return { visit: await createVisit(context, { id: site.id, site, visitor }, { root, theme, isPreview: false }) };
}

/** Opens the preview that a token names. Returns null if the token is not valid or the site no longer exists. */
export async function openSitePreview(context: Context, token: string, theme: Theme | null): Promise<SiteVisit | null> {
  const preview = openPreview(context.secret, token);
  const site = preview && (await context.loaders.load(sitesById, preview.siteId));
  if (!site) return null;
  const previewClaims = JSON.parse(preview.claims) as ValueRecord;
  // Visitors have no claims if the site's content is not adaptive, so the preview has none either.
  const claims = site.adaptiveContent ? { unsigned: {}, ...previewClaims } : { unsigned: {} };
  const view = { id: site.id, site, visitor: { claims, shareKey: null } };
  return createVisit(context, view, {
    root: `${pathPrefix(context.urls.base)}/preview/${token}`,
    theme,
    isPreview: true,
  });
}

async function createVisit(
  context: Context,
  view: PublishedView,
  options: Pick<SiteVisit, 'root' | 'theme' | 'isPreview'>,
): Promise<SiteVisit> {
  return { view, tree: await loadVisibleTree(context, view), ...options };
}
