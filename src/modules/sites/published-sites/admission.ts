import type { Context } from '../../../api/graphql/execution/context.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { presentedShareKeys, presentShareKey } from '../../shared/presented-keys.js';
import type { PublishedView } from './published-view.js';
import { type Credentials, judgeVisitor, opensSite } from './visitor.js';

type Site = Row<'Site'>;

/** A published site as its visitor sees it; null where it does not admit whoever brings these. */
export async function visited(context: Context, site: Site, given: Credentials): Promise<PublishedView | null> {
  presentShareKey(context, given.shareKey);
  const visitor = await judgeVisitor(context, site, given);
  return typeof visitor === 'string' ? null : { id: site.id, site, visitor };
}

/**
 * A site as a member of its organization sees it among its visitors: a member is a visitor of those with visitor
 * authentication, and needs a key like everybody else. Where nobody is admitted, it sees the spaces that it may see.
 */
export async function seenByMember(context: Context, site: Site, given: Credentials): Promise<PublishedView> {
  const view = await visited(context, site, given);
  if (view) return view;
  const isVisitor = site.published && site.visibility === 'visitor-auth' && isMember(context, site);
  return { id: site.id, site, visitor: isVisitor ? { claims: { unsigned: {} }, shareKey: null } : null };
}

/** Whether who asks belongs to the organization of a site, and is no guest. */
function isMember({ viewer }: Context, { organizationId }: Pick<Site, 'organizationId'>): boolean {
  return viewer.kind === 'operator' || (viewer.kind === 'user' && viewer.roles.get(organizationId) != null);
}

/** The share key that addresses of a site carry for whoever asks; undefined where the site is not open to it. */
export async function openTo(
  context: Context,
  site: Pick<Site, 'id' | 'organizationId' | 'published' | 'visibility'>,
): Promise<string | null | undefined> {
  if (!site.published) return undefined;
  if (site.visibility === 'visitor-auth') return isMember(context, site) ? null : undefined;
  if (site.visibility !== 'share-link') return null;
  for (const key of presentedShareKeys(context)) if (await opensSite(context, site, key)) return key;
  return undefined;
}
