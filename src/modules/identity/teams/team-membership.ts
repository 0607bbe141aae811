import { canOnTeam } from '../../../access/team-access.js';
import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { permissionsType } from '../../shared/permissions.js';
import { memberKey, membersByKey } from '../members/loaders.js';
import { Member } from '../members/member.js';
import { TeamMemberRole } from './enums.js';
import { teamsById } from './loaders.js';
import { Team } from './team.js';

type TeamMember = Row<'TeamMember'>;

/** A membership is visible to viewers who may see the team. The member in it has its own guard. */
const seesMembership: Guard<TeamMember> = ({ teamId: id, organizationId }, context) =>
  canOnTeam(context, 'team.view', { id, organizationId });

const MembershipPermissions = permissionsType('TeamMembershipPermissions', {
  view: { action: 'member.view', description: 'See the member.' },
});

/** A membership in a team, as `/v1` represents it: only the role. */
const TeamMember = builder.objectRef<TeamMember>('TeamMember').implement({
  description: 'Membership in a team.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({ role: t.expose('role', { type: TeamMemberRole, description: 'Role in the team.' }) }),
});

/** A membership in a team. Both the team and the member have fields that list it. */
export const TeamMembership = builder.objectRef<TeamMember>('TeamMembership').implement({
  description: 'Membership in a team.',
  extensions: { guard: seesMembership },
  fields: (t) => ({
    role: t.expose('role', { type: TeamMemberRole, description: 'Role in the team.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the member was put into the team.' }),
    member: t.field({
      type: Member,
      description: 'The member.',
      resolve: ({ organizationId, userId }, _args, { loaders }) =>
        loaders.get(membersByKey, memberKey(organizationId, userId)),
    }),
    team: t.field({
      type: Team,
      description: 'The team.',
      resolve: ({ teamId }, _args, { loaders }) => loaders.get(teamsById, teamId),
    }),
    place: t.field({
      type: TeamMember,
      description: 'The role, as an object of its own.',
      extensions: internal,
      resolve: (membership) => membership,
    }),
    permissions: t.field({
      type: MembershipPermissions.type,
      description: 'Rights of the caller on the member.',
      resolve: ({ organizationId }, _args, { viewer }) => MembershipPermissions.of(viewer, { organizationId }),
    }),
  }),
});
