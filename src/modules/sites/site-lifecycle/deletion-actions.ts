import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Deletes a site with its sections, groups and share links; its spaces stay. If it was the default site of the
 * organization, the organization no longer has a default site.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteSite(actor: Actor, name: SiteName): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, title, ...site } = await lockSite(unit, name, 'site.delete');
    removeParts(unit, id);
    bufferDelete(unit.tx, { table: 'Site', where: { id } });
    const whereDefault = { id: organizationId, defaultSiteId: id };
    bufferUpdate(unit.tx, { table: 'Organization', where: whereDefault, set: { defaultSiteId: null } });
    const addresses = {
      ...(site.basename !== null && { basename: site.basename }),
      ...(site.proxyOrigin !== null && { proxyOrigin: site.proxyOrigin }),
      ...(site.confirmedHostname !== null && { hostnameBefore: site.confirmedHostname }),
    };
    unit.record({ organizationId, action: 'deleteSiteById', targetId: id, changes: { title, ...addresses } });
  });
}

function removeParts({ tx }: UnitOfWork, siteId: string): void {
  const where = { siteId };
  for (const table of ['SiteSpace', 'SiteSection', 'ShareLink'] as const) bufferDelete(tx, { table, where });
  // Removes the groups from their parents first, because only an empty group can be deleted.
  bufferUpdate(tx, { table: 'SiteSectionGroup', where, set: { parentId: null } });
  bufferDelete(tx, { table: 'SiteSectionGroup', where });
}
