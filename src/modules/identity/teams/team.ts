import { canOnTeam, roleOnTeam } from '../../../access/team-access.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { permissionsType } from '../../shared/permissions.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { teamsById } from './loaders.js';
import { teamCounts } from './team-counts.js';

type Team = Row<'Team'>;

const TeamPermissions = permissionsType('TeamPermissions', {
  admin: { action: 'team.manage', description: 'Rename and delete the team, change its members.' },
  view: { action: 'team.view', description: 'See the team.' },
});

/** A team is visible to members of its organization except guests, and to its owners. */
const seesTeam: Guard<Team> = (team, context) => canOnTeam(context, 'team.view', team);

/** A team of an organization. */
export const Team = builder.node(builder.objectRef<Team>('Team'), {
  description: 'A group of members. A role that is granted to the team holds for each of them.',
  extensions: { guard: seesTeam, rest: { constants: { object: 'team' }, name: 'OrganizationTeam' } },
  id: { resolve: ({ id }) => id, description: describe('Team', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('Team', 'title') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the team was created.' }),
    memberCount: t.int({
      description: 'Number of its members.',
      resolve: async ({ id }, _args, context) => (await context.loaders.load(teamCounts(context), id)).members,
    }),
    spaceCount: t.int({
      description:
        'Number of spaces that its grants cover, through collections too; only those that the caller may see.',
      resolve: async ({ id }, _args, context) => (await context.loaders.load(teamCounts(context), id)).spaces,
    }),
    permissions: t.field({
      type: TeamPermissions.type,
      description: 'Rights of the caller on the team.',
      resolve: async (team, _args, context) => TeamPermissions.of(context.viewer, await roleOnTeam(context, team)),
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization that the team belongs to.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that the team belongs to.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
  }),
});

registerNode('Team', ({ loaders }, id) => loaders.load(teamsById, id));
