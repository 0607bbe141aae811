import type { Json } from '../../content/types.js';
import { type Actor, act } from '../shared/act.js';
import { lockTarget } from '../shared/targets.js';

/** Writes what an organization tells the agents; takes the role admin. @throws NOT_FOUND, FORBIDDEN. */
export function updateAgentInstructions(actor: Actor, id: string, instructions: Json): Promise<void> {
  return act(actor, async (under) => {
    const action = 'organization.updateAgentInstructions';
    await lockTarget(under, 'Organization', { id, view: 'organization.view', action, noun: 'organization' });
    const data = { instructions: instructions as object, updatedAt: under.at, updatedById: under.actorId };
    await under.tx.prisma.agentInstructions.upsert({
      where: { organizationId: id },
      create: { organizationId: id, ...data },
      update: data,
    });
    under.record({ organizationId: id, action: 'updateOrganizationAgentInstructions', targetId: id });
  });
}
