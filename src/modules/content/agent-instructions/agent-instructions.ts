import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { agentInstructionsByOrganization, creatorsByOrganization } from '../../identity/organizations/loaders.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { addressesType, locationAddress } from '../../shared/addresses.js';
import { JSONDocument } from '../revisions/scalars.js';

type Instructions = Row<'AgentInstructions'>;

const AgentInstructionsUrls = addressesType<Instructions>('AgentInstructionsUrls', {
  location: locationAddress(({ organizationId }) => `/orgs/${organizationId}/agent-instructions`),
});

/** The instructions of an organization. */
export const AgentInstructions = builder.objectRef<Instructions>('OrganizationAgentInstructions').implement({
  description: 'Instructions of an organization for the agents that work on its content.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'agent-instructions' } } },
  fields: (t) => ({
    instructions: t.expose('instructions', {
      type: JSONDocument,
      description: 'The instructions; an empty document until they are set.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When they were last set; if never, when the organization was created.',
    }),
    updatedById: t.exposeID('updatedById', { description: 'Id of the user who acted.' }),
    updatedBy: t.field({
      type: User,
      description: 'The user who acted.',
      resolve: ({ updatedById }, _args, { loaders }) => loaders.get(usersById, updatedById),
    }),
    urls: t.field({ type: AgentInstructionsUrls, description: 'Addresses of the instructions.', resolve: (it) => it }),
  }),
});

/** Returns the instructions of an organization for its agents; an empty document until they are set. */
export async function instructionsOf(organization: Row<'Organization'>, { loaders }: Context): Promise<Instructions> {
  const stored = await loaders.load(agentInstructionsByOrganization, organization.id);
  if (stored) return stored;
  const updatedById = await loaders.get(creatorsByOrganization, organization.id);
  const instructions = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };
  return { organizationId: organization.id, instructions, updatedAt: organization.createdAt, updatedById };
}
