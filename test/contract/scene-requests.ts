import type { Scene } from './scene.js';

/** What a parameter of a path is in a scene. */
export const parameters: Record<string, (scene: Scene) => string> = {
  organizationId: ({ organization }) => organization,
  spaceId: ({ manual }) => manual.id,
  changeRequestId: ({ proposal }) => proposal.id,
  revisionId: ({ revision }) => revision,
  pageId: ({ manual }) => manual.page('guide'),
  fileId: ({ file }) => file,
  siteId: ({ site }) => site,
  collectionId: ({ collection }) => collection,
  userId: ({ admin }) => admin.id,
  samlProviderId: ({ samlProvider }) => samlProvider,
  teamId: ({ team }) => team,
  inviteId: ({ invite }) => invite,
};

/** Bodies that would change something, by operation; others need none, or any that their schema allows. */
export const bodies: Record<string, (scene: Scene) => object> = {
  updateOrganizationById: () => ({ title: 'Taken over' }),
  updateSpaceById: () => ({ title: 'Taken over' }),
  updateCollectionById: () => ({ title: 'Taken over' }),
  transferSpace: ({ organization }) => ({ organization }),
  transferCollection: ({ organization }) => ({ organization }),
  createCollection: () => ({ title: 'Taken over' }),
  createOrganizationTeam: () => ({ title: 'Taken over' }),
  updateTeamInOrganizationById: () => ({ title: 'Taken over' }),
  updateMembersInOrganizationTeam: ({ admin }) => ({ memberships: { [admin.id]: { role: 'member' } } }),
  addMemberToOrganizationTeamById: () => ({ role: 'member' }),
  ...Object.fromEntries(['Space', 'Collection'].flatMap(grantBodies)),
  inviteUsersToOrganization: () => ({ emails: ['taken@over.test'] }),
  createOrganizationInvite: () => ({ role: 'admin' }),
  updateOrganizationInviteById: () => ({ role: 'admin' }),
  createSite: () => ({ title: 'Taken over' }),
  updateMemberInOrganizationById: () => ({ role: 'read' }),
  updateOrganizationAgentInstructions: () => ({ instructions: { object: 'document', data: {}, nodes: [] } }),
  createOrganizationSAMLProvider: () => ({ label: 'Taken over' }),
  updateOrganizationSAMLProvider: () => ({ label: 'Taken over' }),
  updateChangeRequestById: () => ({ subject: 'Taken over', status: 'archived' }),
  applyTemplateToSpace: ({ manual }) => ({ id: manual.id }),
  updateChangeRequestContent: ({ manual }) => ({ changes: [{ operation: 'delete_page', page: manual.page('guide') }] }),
};

function grantBodies(place: string): [string, (scene: Scene) => object][] {
  return [
    [`inviteTo${place}`, ({ admin, team }) => ({ role: 'admin', users: [admin.id], teams: [team] })],
    [`updateUserPermissionIn${place}`, () => ({ role: 'admin' })],
    [`updateTeamPermissionIn${place}`, () => ({ role: 'admin' })],
  ];
}

/** Queries that operations cannot do without. */
export const queries: Record<string, string> = {
  searchOrganizationContent: '?query=guide',
  searchSpaceContent: '?query=guide',
};
