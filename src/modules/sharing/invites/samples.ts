import type { Samples } from '../../shared/samples.js';

/** Samples of the operations on invitations. */
export const inviteSamples: Samples = {
  inviteUsersToOrganization: { may: 'admin', body: { emails: ['ines@acme.example'], role: 'edit' } },
  // The id of an invite link is its credential: every user who has it may join.
  joinOrganizationWithInvite: { may: 'anyone' },
  listOrganizationInviteLinks: { may: 'admin' },
  createOrganizationInvite: { may: 'admin', body: { role: 'read' } },
  getOrganizationInviteLink: { may: 'admin' },
  updateOrganizationInviteById: { may: 'admin', body: { role: 'comment' } },
  deleteOrganizationInviteById: { may: 'admin' },
};
