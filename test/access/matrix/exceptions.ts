import type { Actor, Cast } from './cast.js';

/** What is seen by whoever may edit alone. */
const forEditors = { guest: 404, read: 404, comment: 404 };

/** Statuses that the rule does not give, by operation and actor. */
export const exceptions: Record<string, Partial<Record<Actor, number>>> = {
  // Whoever has no verified address of an allowed domain is told so; members belong already.
  joinOrganization: { foreign: 400 },
  // A guest sees itself and no other member, and none of the teams.
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
  // Nor any specification.
  getOpenAPISpecBySlug: { guest: 404 },
  listOpenAPISpecVersions: { guest: 404 },
  getLatestOpenAPISpecVersion: { guest: 404 },
  getLatestOpenAPISpecVersionContent: { guest: 404 },
  getOpenAPISpecVersionById: { guest: 404 },
  getOpenAPISpecVersionContentById: { guest: 404 },
  // Nor any translation.
  getTranslation: { guest: 404 },
  // Who may not read conversations finds none.
  getConversationById: forEditors,
  getConversationIssueById: forEditors,
  getConversationsIssuesCluster: forEditors,
};

/** Puts back what a cell that is allowed changed of who asks, by operation. */
export const undo: Record<string, (cast: Cast, actor: Actor) => Promise<void>> = {
  joinOrganizationWithInvite: (cast, actor) => cast.sendAway(actor),
};
