import { AppError } from '../../../platform/base/errors.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Opens a site to the visitors that its visibility allows. Writes nothing if the site is already published.
 * @throws NOT_FOUND, FORBIDDEN; CONFLICT if it has no space or all its spaces are deleted, because visitors would find
 * nothing
 */
export function publishSite(actor: Actor, name: SiteName): Promise<void> {
  return setPublished(actor, name, { published: true, action: 'publishSite' });
}

/**
 * Closes a site to all visitors, whatever its visibility; its settings stay.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function unpublishSite(actor: Actor, name: SiteName): Promise<void> {
  return setPublished(actor, name, { published: false, action: 'unpublishSite' });
}

function setPublished(
  actor: Actor,
  name: SiteName,
  { published, action }: { published: boolean; action: EventAction },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, ...site } = await lockSite(unit, name, 'site.publish');
    if (site.published === published) return;
    if (published) await requireSpace(unit, id);
    bufferUpdate(unit.tx, { table: 'Site', where: { id }, set: { published, updatedAt: unit.at } });
    unit.record({ organizationId, action, targetId: id });
  });
}

async function requireSpace({ tx: { read } }: UnitOfWork, siteId: string): Promise<void> {
  const query = read.sql
    .selectFrom('SiteSpace')
    .innerJoin('Space', 'Space.id', 'SiteSpace.spaceId')
    .select('SiteSpace.id')
    .where('SiteSpace.siteId', '=', siteId)
    .where('Space.deletedAt', 'is', null);
  if (await read.first(query)) return;
  const message = `The site ${siteId} has no space: add one, then publish it`;
  throw new AppError('CONFLICT', message, { reason: 'SITE_EMPTY' });
}
