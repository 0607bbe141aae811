import { updateLater } from '../../../platform/db/write/change-rows.js';
import { type Actor, act } from '../../shared/act.js';
import { lockTarget } from '../../shared/targets.js';
import { renewLater } from '../computed/renew-actions.js';

/**
 * Deletes a space: from then on only admins of the organization see it, nobody changes it, and it can be restored for 7
 * days. Nothing of it is lost meanwhile.
 * @returns id of its organization
 * @throws NOT_FOUND, also for one that is deleted already; FORBIDDEN.
 */
export function deleteSpace(actor: Actor, id: string): Promise<string> {
  return act(actor, async (under) => {
    const { organizationId } = await lockTarget(under, 'Space', id, 'space.delete');
    updateLater(under.tx, { table: 'Space', where: { id }, set: { deletedAt: under.at } });
    under.record({ organizationId, action: 'deleteSpaceById', targetId: id });
    return organizationId;
  });
}

/**
 * Brings a deleted space back as it was, to whoever saw it before; one that is not deleted stays as it is.
 * @throws NOT_FOUND, also when 7 days have passed since it was deleted; FORBIDDEN.
 */
export function restoreSpace(actor: Actor, id: string): Promise<void> {
  return act(actor, async (under) => {
    const { organizationId, deletedAt } = await lockTarget(under, 'Space', id, 'space.restore');
    if (deletedAt === null) return;
    updateLater(under.tx, { table: 'Space', where: { id }, set: { deletedAt: null } });
    await renewLater(under.tx, { organizationId, spaceId: id });
    under.record({ organizationId, action: 'restoreSpace', targetId: id });
  });
}
