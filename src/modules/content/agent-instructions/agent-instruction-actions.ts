import type { Json } from '../../../engine/base/types.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { checkDocument } from '../revisions/check-document.js';

/**
 * Sets the instructions of an organization for its agents. Requires the role admin.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a document that is not valid for a page.
 */
export function updateAgentInstructions(actor: Actor, id: string, instructions: Json): Promise<void> {
  return runAction(actor, async (unit) => {
    await lockTarget(unit, 'Organization', id, 'organization.updateAgentInstructions');
    await checkDocument('instructions', instructions);
    const data = { instructions: instructions as object, updatedAt: unit.at, updatedById: unit.actorId };
    await unit.tx.prisma.agentInstructions.upsert({
      where: { organizationId: id },
      create: { organizationId: id, ...data },
      update: data,
    });
    unit.record({ organizationId: id, action: 'updateOrganizationAgentInstructions', targetId: id });
  });
}
