import { can } from '../../access/policy.js';
import type { Guard } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { describe } from '../../graphql/describe.js';
import { registerNode } from '../../graphql/nodes.js';
import type { Row } from '../../store/rows.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { teamsById } from './loaders.js';

type Team = Row<'Team'>;

/** Teams are seen by the members of their organization. */
const seesTeam: Guard<Team> = (team, { viewer }) => can(viewer, 'team.view', team);

/** A team. */
export const Team = builder.node(builder.objectRef<Team>('Team'), {
  description: 'A group of members, who share what is granted to it.',
  extensions: { guard: seesTeam, rest: { constants: { object: 'team' }, name: 'OrganizationTeam' } },
  id: { resolve: ({ id }) => id, description: describe('Team', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('Team', 'title') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the team was created.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that the team belongs to.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that the team belongs to.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
  }),
});

registerNode('Team', ({ loaders }, id) => loaders.load(teamsById, id));
