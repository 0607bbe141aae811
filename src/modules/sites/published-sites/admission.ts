import type { Context } from '../../../api/graphql/execution/context.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { presentedShareKeys, presentShareKey } from '../../shared/presented-keys.js';
import type { PublishedView } from './published-view.js';
import { authenticateVisitor, type Credentials, opensSite } from './visitor.js';

type Site = Row<'Site'>;

/**
 * Returns a published site as its visitor sees it; null if the site does not admit a visitor with these credentials.
 */
export async function admitVisitor(
  context: Context,
  site: Site,
  credentials: Credentials,
): Promise<PublishedView | null> {
  presentShareKey(context, credentials.shareKey);
  const visitor = await authenticateVisitor(context, site, credentials);
  return typeof visitor === 'string' ? null : { id: site.id, site, visitor };
}

/**
 * Returns a published site as a member of its organization sees it. The site admits a member with valid credentials
 * like any other visitor. A site with visitor authentication also admits members without a token. Otherwise, the member
 * sees the spaces that its role allows.
 */
export async function viewForMember(context: Context, site: Site, credentials: Credentials): Promise<PublishedView> {
  const view = await admitVisitor(context, site, credentials);
  if (view) return view;
  const isVisitor = site.published && site.visibility === 'visitor-auth' && isMember(context, site);
  return { id: site.id, site, visitor: isVisitor ? { claims: { unsigned: {} }, shareKey: null } : null };
}

/**
 * Reports whether the viewer is a member of the organization of a site and not a guest. The operator counts as a
 * member.
 */
function isMember({ viewer }: Context, { organizationId }: Pick<Site, 'organizationId'>): boolean {
  return viewer.kind === 'operator' || (viewer.kind === 'user' && viewer.roles.get(organizationId) != null);
}

/**
 * Returns the share key to put into the addresses of a site. Returns null if they need no key, and undefined if the
 * site does not admit the caller.
 */
export async function shareKeyFor(
  context: Context,
  site: Pick<Site, 'id' | 'organizationId' | 'published' | 'visibility'>,
): Promise<string | null | undefined> {
  if (!site.published) return undefined;
  if (site.visibility === 'visitor-auth') return isMember(context, site) ? null : undefined;
  if (site.visibility !== 'share-link') return null;
  for (const key of presentedShareKeys(context)) if (await opensSite(context, site, key)) return key;
  return undefined;
}
