import type { Context } from '../../../api/graphql/execution/context.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { openPreview } from '../../../platform/secrets/preview-link.js';
import type { Brought, Theme } from '../../../render/html/answers.js';
import { findSiteNamed } from '../published-sites/find-site.js';
import { siteRoot } from '../published-sites/published-address.js';
import { type PublishedView, treeOf } from '../published-sites/published-view.js';
import { judgeVisitor } from '../published-sites/visitor.js';
import { sitesById } from '../sites/loaders.js';
import type { Visit } from './visit.js';

/** Whether a site takes in who comes. */
export type Opened =
  | { visit: Visit }
  /** It is not published, or does not take in who brings that. */
  | { refused: 'NO_SITE' }
  /** It takes in who brings a token; they get one at `fallbackUrl`. */
  | { refused: 'NO_TOKEN'; fallbackUrl: string | null };

/** A site at an address of this server. */
export interface SiteHere {
  site: Row<'Site'>;
  /** Its path on this server. */
  path: string;
  /** Whether it was asked for by another name than the one in that path. */
  isElsewhere: boolean;
  /** The path that the visitor's addresses begin with: another one where a proxy shows the site on the host that was asked for. */
  root: string;
}

/** The site at an address, for a visitor who asks some host; null where there is none. */
export async function siteAt(
  { loaders, urls }: Context,
  { organizationId, name, host }: { organizationId: string; name: string; host: string },
): Promise<SiteHere | null> {
  const site = await findSiteNamed({ loaders }, organizationId, name);
  if (!site) return null;
  const path = pathPrefix(urls) + siteRoot(site);
  return { site, path, root: shownBelow(site, host) ?? path, isElsewhere: name !== (site.basename ?? site.id) };
}

/** The path that a host of the site's own shows it below; null for any other host. */
function shownBelow({ proxyOrigin, confirmedHostname }: Row<'Site'>, host: string): string | null {
  const [proxy, ...path] = (proxyOrigin ?? '').split('/');
  if (proxyOrigin !== null && host === proxy) return path.map((part) => `/${part}`).join('');
  return host === confirmedHostname ? '' : null;
}

/** Opens a site to whoever brings these. */
export async function openSite(context: Context, { site, root }: SiteHere, brought: Brought): Promise<Opened> {
  const { shareKey, visitorToken, claims, theme } = brought;
  const visitor = await judgeVisitor(context, site, { shareKey, visitorToken, unsignedClaims: claims });
  if (visitor === 'NO_TOKEN') return { refused: visitor, fallbackUrl: site.fallbackUrl };
  if (typeof visitor === 'string') return { refused: 'NO_SITE' };
  return {
    visit: await visitOf(context, { id: site.id, site, visitor }, { root, theme, isPreview: false }),
  };
}

/** Opens the preview that a token is for; null where it opens none. */
export async function openPreviewed(context: Context, token: string, theme: Theme | null): Promise<Visit | null> {
  const preview = openPreview(context.secret, token);
  const site = preview && (await context.loaders.load(sitesById, preview.siteId));
  if (!site) return null;
  const given = JSON.parse(preview.claims) as ValueRecord;
  // As visitors have them: where content does not adapt, nobody has any.
  const claims = site.adaptiveContent ? { unsigned: {}, ...given } : { unsigned: {} };
  const view = { id: site.id, site, visitor: { claims, shareKey: null } };
  return visitOf(context, view, { root: `${pathPrefix(context.urls)}/preview/${token}`, theme, isPreview: true });
}

async function visitOf(
  context: Context,
  view: PublishedView,
  how: Pick<Visit, 'root' | 'theme' | 'isPreview'>,
): Promise<Visit> {
  return { view, tree: await treeOf(context, view), ...how };
}

function pathPrefix({ base }: Context['urls']): string {
  return new URL(base).pathname.replace(/\/$/, '');
}
