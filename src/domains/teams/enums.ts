import { documentedEnum } from '../../graphql/enums.js';

/** Roles in teams, as in the contract (`TeamMemberRole`). */
export const TeamMemberRole = documentedEnum('TeamMemberRole', 'What a member may do in a team.', {
  owner: 'Manage the team and its members.',
  member: 'Have what is granted to the team.',
});
