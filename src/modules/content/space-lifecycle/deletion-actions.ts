import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { enqueueComputedUpdate } from '../computed/update-computed-actions.js';
import { requireRoomForSpaces } from './space-limit.js';

/**
 * Deletes a space. After that, only admins of the organization see it, and it cannot be changed. It can be restored for
 * 7 days; until then all its data is retained.
 * @returns the id of the space's organization
 * @throws NOT_FOUND, also for a space that is already deleted; FORBIDDEN.
 */
export function deleteSpace(actor: Actor, id: string): Promise<string> {
  return runAction(actor, async (unit) => {
    const { organizationId } = await lockTarget(unit, 'Space', id, 'space.delete');
    bufferUpdate(unit.tx, { table: 'Space', where: { id }, set: { deletedAt: unit.at } });
    unit.record({ organizationId, action: 'deleteSpaceById', targetId: id });
    return organizationId;
  });
}

/**
 * Restores a deleted space with its former content and access. Does nothing if the space is not deleted.
 * @throws NOT_FOUND, also when 7 days have passed since it was deleted; FORBIDDEN; CONFLICT with the reason
 * SPACE_LIMIT.
 */
export function restoreSpace(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const { organizationId, deletedAt } = await lockTarget(unit, 'Space', id, 'space.restore');
    if (deletedAt === null) return;
    await requireRoomForSpaces(unit, organizationId, 1);
    bufferUpdate(unit.tx, { table: 'Space', where: { id }, set: { deletedAt: null } });
    await enqueueComputedUpdate(unit.tx, { organizationId, spaceId: id });
    unit.record({ organizationId, action: 'restoreSpace', targetId: id });
  });
}
