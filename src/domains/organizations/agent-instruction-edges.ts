import { authorize } from '../../access/policy.js';
import { builder } from '../../graphql/builder.js';
import { AgentInstructions, instructionsOf } from './agent-instructions.js';
import { Organization, owned } from './organization.js';

builder.objectFields(Organization, (t) => ({
  agentInstructions: t.field({
    type: AgentInstructions,
    description: 'Instructions of the organization for the agents that work on its content; requires the role read.',
    resolve: (organization, _args, context) => {
      authorize(context.viewer, 'organization.viewAgentInstructions', owned(organization));
      return instructionsOf(organization, context);
    },
  }),
}));
