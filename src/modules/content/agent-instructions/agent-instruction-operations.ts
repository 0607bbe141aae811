import { mutation } from '../../../api/graphql/schema/mutation.js';
import { authorizeReplay } from '../../../api/graphql/schema/replays.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { JSONDocument } from '../revisions/scalars.js';
import { updateAgentInstructions } from './agent-instruction-actions.js';
import { AgentInstructions, instructionsOf } from './agent-instructions.js';

mutation('updateAgentInstructions', {
  description: 'Sets the instructions of an organization for the agents that work on its content.',
  policy: 'organization.updateAgentInstructions',
  takes: 'Instructions for the agents.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    instructions: t.field({
      type: JSONDocument,
      required: true,
      description: 'The instructions; replaces the whole document.',
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
