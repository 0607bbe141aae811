import type { Samples } from '../../shared/samples.js';

/** Sample requests for the operations on members. */
export const memberSamples: Samples = {
  listMembersInOrganizationById: { may: 'read', query: { sort: 'joinedAt', order: 'desc' } },
  getMemberInOrganizationById: { may: 'read' },
  updateMemberInOrganizationById: { may: 'admin', body: { role: 'edit' } },
  removeMemberFromOrganizationById: { may: 'admin' },
  setUserAsSSOMemberForOrganization: { may: 'admin' },
  updateOrganizationMemberLastSeenAt: { may: 'member' },
  listSpacesForOrganizationMember: { may: 'read' },
};
