import type { Actor, MatrixFixture } from './fixture.js';

/** Statuses for objects that are visible only with the role edit. */
const forEditors = { guest: 404, read: 404, comment: 404 };

/** Statuses that differ from the rule, by operation and actor. */
export const exceptions: Record<string, Partial<Record<Actor, number>>> = {
  // A caller without a verified address of an allowed domain gets an error. Members have joined already.
  joinOrganization: { foreign: 400 },
  // A guest sees only itself among the members, and no teams.
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
  // A guest sees no specifications.
  getOpenAPISpecBySlug: { guest: 404 },
  listOpenAPISpecVersions: { guest: 404 },
  getLatestOpenAPISpecVersion: { guest: 404 },
  getLatestOpenAPISpecVersionContent: { guest: 404 },
  getOpenAPISpecVersionById: { guest: 404 },
  getOpenAPISpecVersionContentById: { guest: 404 },
  // A guest sees no translations.
  getTranslation: { guest: 404 },
  // Callers who may not read conversations get 404.
  getConversationById: forEditors,
  getConversationIssueById: forEditors,
  getConversationsIssuesCluster: forEditors,
};

/** Reverts a successful operation's effect on the caller, by operation. */
export const undo: Record<string, (cast: MatrixFixture, actor: Actor) => Promise<void>> = {
  joinOrganizationWithInvite: (cast, actor) => cast.sendAway(actor),
};
