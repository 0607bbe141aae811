import { deleteLater, updateLater } from '../../../platform/db/write/change-rows.js';
import { type Act, type Actor, act } from '../../shared/act.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';

/**
 * Deletes a site with its sections, groups and share links; the spaces that it showed stay. An organization that showed it
 * first shows none.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteSite(actor: Actor, name: SiteName): Promise<void> {
  return act(actor, async (under) => {
    const { id, organizationId, title } = await lockSite(under, name, 'site.delete');
    removeParts(under, id);
    deleteLater(under.tx, { table: 'Site', where: { id } });
    const first = { id: organizationId, defaultSiteId: id };
    updateLater(under.tx, { table: 'Organization', where: first, set: { defaultSiteId: null } });
    under.record({ organizationId, action: 'deleteSiteById', targetId: id, changes: { title } });
  });
}

function removeParts({ tx }: Act, siteId: string): void {
  const where = { siteId };
  for (const table of ['SiteSpace', 'SiteSection', 'ShareLink'] as const) deleteLater(tx, { table, where });
  // A group may go only when nothing is in it any more.
  updateLater(tx, { table: 'SiteSectionGroup', where, set: { parentId: null } });
  deleteLater(tx, { table: 'SiteSectionGroup', where });
}
