import { authorize } from '../../access/policy.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import { mutation } from '../../graphql/mutation.js';
import { authorizeReplay } from '../../graphql/replays.js';
import type { Row } from '../../store/rows.js';
import { JSONDocument } from '../revisions/scalars.js';
import { addressesType, locationAddress } from '../shared/addresses.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import { updateAgentInstructions } from './agent-instruction-actions.js';
import { agentInstructionsByOrganization, creatorsByOrganization, organizationsById } from './loaders.js';
import { Organization, owned } from './organization.js';

type Instructions = Row<'AgentInstructions'>;

const AgentInstructionsUrls = addressesType<Instructions>('AgentInstructionsUrls', {
  location: locationAddress(({ organizationId }) => `/orgs/${organizationId}/agent-instructions`),
});

const AgentInstructions = builder.objectRef<Instructions>('OrganizationAgentInstructions').implement({
  description: 'What an organization tells the agents that work on its content.',
  extensions: { guard: embedded, rest: { constants: { object: 'agent-instructions' } } },
  fields: (t) => ({
    instructions: t.expose('instructions', {
      type: JSONDocument,
      description: 'The instructions; an empty document until they are written.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When they were written; until then, when the organization was created.',
    }),
    updatedById: t.exposeID('updatedById', { description: 'Id of the user who did that.' }),
    updatedBy: t.field({
      type: User,
      description: 'The user who did that.',
      resolve: ({ updatedById }, _args, { loaders }) => loaders.get(usersById, updatedById),
    }),
    urls: t.field({ type: AgentInstructionsUrls, description: 'Addresses of the instructions.', resolve: (it) => it }),
  }),
});

builder.objectFields(Organization, (t) => ({
  agentInstructions: t.field({
    type: AgentInstructions,
    description: 'What the organization tells the agents that work on its content; takes the role read.',
    resolve: (organization, _args, context) => {
      authorize(context.viewer, 'organization.viewAgentInstructions', owned(organization));
      return instructionsOf(organization, context);
    },
  }),
}));

async function instructionsOf(organization: Row<'Organization'>, { loaders }: Context): Promise<Instructions> {
  const written = await loaders.load(agentInstructionsByOrganization, organization.id);
  if (written) return written;
  const updatedById = await loaders.get(creatorsByOrganization, organization.id);
  const instructions = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };
  return { organizationId: organization.id, instructions, updatedAt: organization.createdAt, updatedById };
}

mutation('updateAgentInstructions', {
  description: 'Writes what an organization tells the agents that work on its content.',
  policy: 'organization.updateAgentInstructions',
  takes: 'What to tell the agents.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    instructions: t.field({
      type: JSONDocument,
      required: true,
      description: 'The instructions; they replace all.',
    }),
  }),
  action: async ({ organization, instructions }, context) => {
    await updateAgentInstructions(context, organization, instructions!);
    return { organization };
  },
  payload: {
    description: 'The new instructions.',
    outputFields: (t) => ({
      agentInstructions: t.field({
        type: AgentInstructions,
        description: 'The instructions after the change.',
        async resolve({ organization }, _args, context) {
          authorizeReplay(context, 'organization.viewAgentInstructions', organization);
          return instructionsOf(await context.loaders.get(organizationsById, organization), context);
        },
      }),
    }),
  },
});
