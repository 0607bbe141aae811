import { type Act, type Actor, act } from '../shared/act.js';
import { lockSite, type SiteName } from '../shared/lock-site.js';

/**
 * Deletes a site with its sections, groups and share links; the spaces that it showed stay. An organization that showed it
 * first shows none.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteSite(actor: Actor, name: SiteName): Promise<void> {
  return act(actor, async (under) => {
    const { id, organizationId, title } = await lockSite(under, name, 'site.delete');
    await removeParts(under, id);
    await under.tx.prisma.site.delete({ where: { id }, select: { id: true } });
    const first = { id: organizationId, defaultSiteId: id };
    await under.tx.prisma.organization.updateMany({ where: first, data: { defaultSiteId: null } });
    under.record({ organizationId, action: 'deleteSiteById', targetId: id, changes: { title } });
  });
}

async function removeParts({ tx: { prisma } }: Act, siteId: string): Promise<void> {
  const where = { siteId };
  await prisma.siteSpace.deleteMany({ where });
  await prisma.siteSection.deleteMany({ where });
  // A group may go only when nothing is in it any more.
  await prisma.siteSectionGroup.updateMany({ where, data: { parentId: null } });
  await prisma.siteSectionGroup.deleteMany({ where });
  await prisma.shareLink.deleteMany({ where });
}
