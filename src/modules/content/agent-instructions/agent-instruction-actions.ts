import type { Json } from '../../../engine/base/types.js';
import { type Actor, act } from '../../shared/act.js';
import { lockTarget } from '../../shared/targets.js';
import { checkDocument } from '../revisions/check-document.js';

/**
 * Writes what an organization tells the agents; takes the role admin.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a document that no page could have.
 */
export function updateAgentInstructions(actor: Actor, id: string, instructions: Json): Promise<void> {
  return act(actor, async (under) => {
    await lockTarget(under, 'Organization', id, 'organization.updateAgentInstructions');
    await checkDocument('instructions', instructions);
    const data = { instructions: instructions as object, updatedAt: under.at, updatedById: under.actorId };
    await under.tx.prisma.agentInstructions.upsert({
      where: { organizationId: id },
      create: { organizationId: id, ...data },
      update: data,
    });
    under.record({ organizationId: id, action: 'updateOrganizationAgentInstructions', targetId: id });
  });
}
