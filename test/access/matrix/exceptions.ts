import type { Actor, MatrixFixture } from './fixture.js';

/** Statuses for objects that only members with the role edit or a higher one can see. */
const forEditors = { guest: 404, read: 404, comment: 404 };

/** Statuses that differ from the rule, by operation and actor. */
export const exceptions: Record<string, Partial<Record<Actor, number>>> = {
  // Joining needs a verified address of an allowed domain, so a foreign caller gets an error. Members have joined
  // already.
  joinOrganization: { foreign: 400 },
  // A guest may not see other members or teams.
  getMemberInOrganizationById: { guest: 404 },
  listSpacesForOrganizationMember: { guest: 404 },
  listTeamsForOrganizationMember: { guest: 404 },
  getTeamInOrganizationById: { guest: 404 },
  listTeamMembersInOrganizationById: { guest: 404 },
  updateTeamInOrganizationById: { guest: 404 },
  removeTeamFromOrganizationById: { guest: 204 },
  updateMembersInOrganizationTeam: { guest: 404 },
  addMemberToOrganizationTeamById: { guest: 404 },
  deleteMemberFromOrganizationTeamById: { guest: 204 },
  // A guest may not see specifications.
  getOpenAPISpecBySlug: { guest: 404 },
  listOpenAPISpecVersions: { guest: 404 },
  getLatestOpenAPISpecVersion: { guest: 404 },
  getLatestOpenAPISpecVersionContent: { guest: 404 },
  getOpenAPISpecVersionById: { guest: 404 },
  getOpenAPISpecVersionContentById: { guest: 404 },
  // A guest may not see translations.
  getTranslation: { guest: 404 },
  // Callers who may not read conversations get 404.
  getConversationById: forEditors,
  getConversationIssueById: forEditors,
  getConversationsIssuesCluster: forEditors,
};

/** Functions that revert the effect of an operation on its caller after a success, by operation id. */
export const undo: Record<string, (cast: MatrixFixture, actor: Actor) => Promise<void>> = {
  joinOrganizationWithInvite: (cast, actor) => cast.sendAway(actor),
};
