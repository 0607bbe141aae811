import type { UserViewer } from '../../../access/viewer.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { openPreview } from '../../../platform/secrets/preview-link.js';
import { pathPrefix } from '../../../platform/urls/path-prefix.js';
import type { Theme, VisitorDependence, VisitorParameters } from '../../../render/html/responses.js';
import { memberClaims, signMemberClaims } from '../../identity/members/visitor-token.js';
import { memberKey } from '../published-sites/member-key.js';
import { loadVisibleTree, type PublishedView } from '../published-sites/published-view.js';
import { authenticateVisitor } from '../published-sites/visitor.js';
import { sitesById } from '../sites/loaders.js';
import { siteLook } from './look.js';
import type { AddressedSite } from './site-address.js';
import type { SiteVisit } from './visit.js';

/** Result of opening a site: a visit, or the reason that the visitor is not admitted. */
export type OpenSiteResult =
  | { visit: SiteVisit; dependence: VisitorDependence }
  /** The site is not published, or does not admit a visitor with these credentials. */
  | { refused: 'NO_SITE' }
  /** The site admits only visitors with a token. Visitors get a token at `fallbackUrl`. */
  | { refused: 'NO_TOKEN'; fallbackUrl: string | null };

/** Checks the credentials of a visitor, and returns the visit or the reason for a refusal. */
export async function openSite(
  context: Context,
  { site, root, host }: AddressedSite,
  parameters: VisitorParameters,
): Promise<OpenSiteResult> {
  const { shareKey, visitorToken, claims, theme } = parameters;
  const visitor = await authenticateVisitor(context, site, { shareKey, visitorToken, unsignedClaims: claims });
  if (visitor === 'NO_TOKEN') return { refused: visitor, fallbackUrl: site.fallbackUrl };
  if (typeof visitor === 'string') return { refused: 'NO_SITE' };
  const view = { id: site.id, site, visitor };
  return {
    visit: await createVisit(context, view, { root, host, theme, isPreview: false }),
    dependence: dependenceOf(site, parameters),
  };
}

/** Reports whether cookies can change the responses of a site, and whether the visitor gets the anonymous responses. */
function dependenceOf(site: Row<'Site'>, parameters: VisitorParameters): VisitorDependence {
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
  const onCookies = !isOpen || site.adaptiveContent || siteLook(site, null).isThemeChosen;
  const bringsNothing = Object.values(parameters).every((parameter) => parameter === null);
  return { onCookies, isAnonymous: isOpen && (bringsNothing || !onCookies) };
}

/**
 * Opens a site to a member of its organization, who visits it with the claims of a visitor token.
 * @returns null if the viewer may not see the sites of the organization
 */
export async function openSiteForMember(
  context: Context,
  { site, root, host }: AddressedSite,
  { viewer, theme }: { viewer: UserViewer; theme: Theme | null },
): Promise<{ visit: SiteVisit } | null> {
  const claims = await memberClaims(context, viewer, site.organizationId);
  if (claims === null || !site.published) return null;
  const visitor = { claims: site.adaptiveContent ? { ...claims, unsigned: {} } : { unsigned: {} }, shareKey: null };
  const view = { id: site.id, site, visitor };
  return { visit: await createVisit(context, view, { root, host, theme, isPreview: false }) };
}

/**
 * Lifetime of the token of a member, in seconds. After that time, the member is signed in again, unless the session
 * ended.
 */
const memberTokenSeconds = 3_600;

/**
 * Returns a token that lets a member visit a site at its own host. It opens no other site.
 * @returns null if the viewer may not see the sites of the organization
 */
export async function tokenForMember(
  context: Context,
  { site }: AddressedSite,
  viewer: UserViewer,
): Promise<{ token: string } | null> {
  const claims = await memberClaims(context, viewer, site.organizationId);
  if (claims === null || !site.published) return null;
  return { token: await signMemberClaims(claims, memberKey(context.secret, site), memberTokenSeconds) };
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
    host: null,
    theme,
    isPreview: true,
  });
}

async function createVisit(
  context: Context,
  view: PublishedView,
  options: Pick<SiteVisit, 'root' | 'host' | 'theme' | 'isPreview'>,
): Promise<SiteVisit> {
  return { view, tree: await loadVisibleTree(context, view), ...options };
}
