import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { Organization, owned } from '../../identity/organizations/organization.js';
import { AgentInstructions, instructionsOf } from './agent-instructions.js';

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
