import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on teams. */
export const teamSamples: Samples = {
  listTeamsInOrganizationById: { may: 'read' },
  createOrganizationTeam: { may: 'admin', body: { title: 'Writers', members: [names.user] } },
  getTeamInOrganizationById: { may: 'read' },
  updateTeamInOrganizationById: { may: 'admin', body: { title: 'Technical writers' } },
  removeTeamFromOrganizationById: { may: 'admin' },
  listTeamMembersInOrganizationById: { may: 'read' },
  updateMembersInOrganizationTeam: { may: 'admin', body: { add: [names.user], remove: ['ines@acme.example'] } },
  addMemberToOrganizationTeamById: { may: 'admin', body: { role: 'member' } },
  deleteMemberFromOrganizationTeamById: { may: 'admin' },
  listTeamsForOrganizationMember: { may: 'read' },
};
