import { documentedEnum } from '../../../api/graphql/schema/enums.js';

/** Roles in teams; `TeamMemberRole` in `openapi.json`. */
export const TeamMemberRole = documentedEnum('TeamMemberRole', 'Rights of a member in a team.', {
  owner: 'Manage the team and its members.',
  member: 'Have the roles that are granted to the team.',
});
