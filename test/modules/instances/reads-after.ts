import { adaptiveSamples } from '../../../src/modules/sites/site-adaptive/samples.js';
import type { Scene } from '../../contract/scene.js';
import { runAll } from '../translations/translation-kit.js';

/** Reads whose response a write of `/v1` changes. */
export interface SeenBy {
  /** Operation ids, or queries of the graph with the ids of samples as `$space`, whose response changes. */
  reads: readonly string[];
  /** Preparation before both instances read, so that the write changes something: an operation, or background work. */
  behind?: string | ((scene: Scene) => Promise<unknown>);
  /** Body of the write, with the ids of samples. By default, the body of its sample. */
  body?: object;
}

const by = (...reads: string[]): SeenBy => ({ reads });

const { jsonSchema } = adaptiveSamples.updateSiteAdaptiveSchema!.body as { jsonSchema: { properties: object } };

/** Claims of the scene, which the conditions of the samples use, and one more. */
const claims = {
  ...jsonSchema,
  properties: { ...jsonSchema.properties, isPartner: { type: 'boolean', description: 'A partner' } },
};

const siteParts = by('getSiteStructure');
const specification = by('listOpenAPISpecs', 'getOpenAPISpecBySlug');
const proposed = by('getRevisionOfChangeRequestById', 'listPagesInChangeRequest', 'getChangeRequestById');

/** All ways to read the content at the head of a space. */
const headReads = [
  ...['getSpaceById', 'getCurrentRevision', 'listPages', 'listSpacesInOrganizationById', 'searchOrganizationContent'],
  ...['searchSpaceContent', 'listChangeRequestsForSpace', 'listPagesInChangeRequest'],
];

/** Reads whose response each writing operation of `/v1` changes. */
export const readsAfter: Record<string, SeenBy> = {
  updateOrganizationById: by('getOrganizationById', 'listOrganizationsForAuthenticatedUser'),
  updateOrganizationAgentInstructions: by('getOrganizationAgentInstructions'),
  updateMemberInOrganizationById: by('getMemberInOrganizationById', 'listMembersInOrganizationById'),
  removeMemberFromOrganizationById: by('getMemberInOrganizationById', 'getUserById', 'listMembersInOrganizationById'),
  setUserAsSSOMemberForOrganization: by('getMemberInOrganizationById', 'listMembersInOrganizationById'),
  createOrganizationTeam: by('listTeamsInOrganizationById', 'listTeamsForOrganizationMember'),
  updateTeamInOrganizationById: by('getTeamInOrganizationById', 'listTeamsInOrganizationById'),
  removeTeamFromOrganizationById: by('getTeamInOrganizationById', 'listTeamsInOrganizationById'),
  deleteMemberFromOrganizationTeamById: by('listTeamMembersInOrganizationById', 'listTeamsForOrganizationMember'),
  addMemberToOrganizationTeamById: {
    ...by('listTeamMembersInOrganizationById', 'listTeamsForOrganizationMember'),
    behind: 'deleteMemberFromOrganizationTeamById',
  },
  updateMembersInOrganizationTeam: {
    ...by('listTeamMembersInOrganizationById', 'getTeamInOrganizationById'),
    behind: 'deleteMemberFromOrganizationTeamById',
  },
  inviteUsersToOrganization: by('listMembersInOrganizationById'),
  createOrganizationInvite: by('listOrganizationInviteLinks'),
  updateOrganizationInviteById: by('getOrganizationInviteLink', 'listOrganizationInviteLinks'),
  deleteOrganizationInviteById: by('getOrganizationInviteLink', 'listOrganizationInviteLinks'),
  createOrganizationSAMLProvider: by('listSAMLProvidersInOrganizationById'),
  updateOrganizationSAMLProvider: {
    ...by('getOrganizationSAMLProviderById', 'listSAMLProvidersInOrganizationById'),
    body: { label: 'Another label' },
  },
  deleteOrganizationSAMLProvider: by('getOrganizationSAMLProviderById', 'listSAMLProvidersInOrganizationById'),
  createSpace: by('listSpacesInOrganizationById'),
  updateSpaceById: by('getSpaceById', 'listSpacesInOrganizationById', 'searchOrganizationContent'),
  deleteSpaceById: by('getSpaceById', 'listSpacesInOrganizationById'),
  restoreSpace: by('getSpaceById', 'listSpacesInOrganizationById'),
  duplicateSpace: by('listSpacesInOrganizationById', 'searchOrganizationContent'),
  moveSpace: by('getSpaceById', 'listSpacesInCollectionById'),
  transferSpace: by('getSpaceById', 'listSpacesInOrganizationById'),
  createCollection: by('listCollectionsInOrganizationById'),
  updateCollectionById: by('getCollectionById', 'listCollectionsInOrganizationById'),
  moveCollection: by('getCollectionById', 'listCollectionsInOrganizationById'),
  transferCollection: by('getCollectionById', 'listCollectionsInOrganizationById'),
  deleteCollectionById: by('getCollectionById', 'listCollectionsInOrganizationById', 'listSpacesInCollectionById'),
  inviteToSpace: { ...by('listUserPermissionsInSpace'), behind: 'removeUserFromSpace' },
  updateUserPermissionInSpace: by('listUserPermissionsInSpace'),
  removeUserFromSpace: by('listUserPermissionsInSpace'),
  updateTeamPermissionInSpace: by('listTeamPermissionsInSpace'),
  removeTeamFromSpace: by('listTeamPermissionsInSpace'),
  inviteToCollection: { ...by('listUserPermissionsInCollection'), behind: 'removeUserFromCollection' },
  updateUserPermissionInCollection: by('listUserPermissionsInCollection'),
  removeUserFromCollection: by('listUserPermissionsInCollection'),
  updateTeamPermissionInCollection: by('listTeamPermissionsInCollection'),
  removeTeamFromCollection: by('listTeamPermissionsInCollection'),
  createChangeRequest: by('listChangeRequestsForSpace', 'listChangeRequestsForOrganization'),
  updateChangeRequestById: by('getChangeRequestById', 'listChangeRequestsForSpace'),
  updateChangeRequestContent: proposed,
  updateChangeRequest: { ...proposed, behind: 'mergeChangeRequest' },
  mergeChangeRequest: by(...headReads.filter((read) => !read.startsWith('search'))),
  applyTemplateToSpace: proposed,
  submitChangeRequestReview: by('getReviewsByChangeRequestId', 'getChangeRequestById'),
  requestReviewersForChangeRequest: by('getRequestedReviewersByChangeRequestId'),
  removeRequestedReviewerFromChangeRequest: {
    ...by('getRequestedReviewersByChangeRequestId'),
    behind: 'requestReviewersForChangeRequest',
  },
  postCommentInSpace: by('listCommentsInSpace'),
  updateCommentInSpace: by('getCommentInSpace', 'listCommentsInSpace'),
  deleteCommentInSpace: by('getCommentInSpace', 'listCommentsInSpace', 'getCommentReplyInSpace'),
  postCommentReplyInSpace: by('listCommentRepliesInSpace', 'getCommentInSpace'),
  updateCommentReplyInSpace: by('getCommentReplyInSpace', 'listCommentRepliesInSpace'),
  deleteCommentReplyInSpace: by('getCommentReplyInSpace', 'listCommentRepliesInSpace'),
  postCommentInChangeRequest: by('listCommentsInChangeRequest'),
  updateCommentInChangeRequest: by('getCommentInChangeRequest', 'listCommentsInChangeRequest'),
  deleteCommentInChangeRequest: by('getCommentInChangeRequest', 'listCommentsInChangeRequest'),
  postCommentReplyInChangeRequest: by('listCommentRepliesInChangeRequest', 'getCommentInChangeRequest'),
  updateCommentReplyInChangeRequest: by('getCommentReplyInChangeRequest', 'listCommentRepliesInChangeRequest'),
  deleteCommentReplyInChangeRequest: by('getCommentReplyInChangeRequest', 'listCommentRepliesInChangeRequest'),
  createSite: by('listSites'),
  updateSiteById: by('getSiteById', 'listSites'),
  publishSite: by('getSiteById', 'getPublishedContentSite'),
  unpublishSite: { ...by('getSiteById', 'getPublishedContentSite'), behind: 'publishSite' },
  deleteSiteById: by('getSiteById', 'listSites', 'getSiteStructure'),
  updateSiteCustomizationById: by('getSiteCustomizationById'),
  createSiteShareLink: by('listSiteShareLinks'),
  updateSiteShareLinkById: by('listSiteShareLinks'),
  deleteSiteShareLinkById: by('listSiteShareLinks'),
  updateSitePublishingAuthById: by('getSitePublishingAuthById'),
  regenerateSitePublishingAuthById: by('getSitePublishingAuthById'),
  updateSiteAdaptiveSchema: {
    ...by('getSiteAdaptiveSchema'),
    body: { jsonSchema: claims },
  },
  addSpaceToSite: by('getSiteStructure', 'listSiteSpaces'),
  updateSiteSpaceById: by('getSiteStructure', 'listSiteSpaces'),
  deleteSiteSpaceById: by('getSiteStructure', 'listSiteSpaces'),
  moveSiteSpace: siteParts,
  addSectionToSite: by('getSiteStructure', 'listSiteSections'),
  updateSiteSectionById: by('getSiteStructure', 'listSiteSections'),
  deleteSiteSectionById: by('getSiteStructure', 'listSiteSections'),
  moveSiteSection: siteParts,
  addSectionGroupToSite: by('getSiteStructure', 'listSiteSectionGroups'),
  updateSiteSectionGroupById: by('getSiteStructure', 'listSiteSectionGroups'),
  deleteSiteSectionGroupById: by('getSiteStructure', 'listSiteSectionGroups'),
  addSectionToGroup: siteParts,
  removeSectionFromGroup: siteParts,
  moveSiteSectionGroup: siteParts,
  sortSiteStructure: { ...siteParts, behind: 'moveSiteSectionGroup' },
  createOpenAPISpec: specification,
  createOrUpdateOpenAPISpecBySlug: specification,
  updateOpenAPISpecBySlug: by('getOpenAPISpecBySlug', 'getLatestOpenAPISpecVersion'),
  deleteOpenAPISpecBySlug: by('getOpenAPISpecBySlug', 'getLatestOpenAPISpecVersion', 'listOpenAPISpecVersions'),
  ingestConversation: by('listConversations'),
  createTranslation: by('listTranslations'),
  updateTranslation: by('getTranslation', 'listTranslations'),
  runTranslation: {
    ...by('{ translation(id: $translation) { job { id status } } }'),
    behind: ({ test }) => runAll(test),
  },
  deleteTranslation: by('getTranslation', 'listTranslations'),
  updateGlossaryEntries: by('listGlossaryEntries'),
};

/** Operations that change no response to the scene's admin, with the reason. */
export const unseen: Record<string, string> = {
  searchSiteContent: 'it reads',
  updateOrganizationMemberLastSeenAt: 'it says what time it is: one that was here a moment ago stays so',
  joinOrganization: 'a stranger does it: what that opens is a row of the rights',
  joinOrganizationWithInvite: 'a stranger does it: what that opens is a row of the rights',
};

/** Reads by mutation, for mutations that no operation of `/v1` calls. Queries may use ids of the input. */
export const readsAfterMutations: Record<string, readonly string[]> = {
  createAccessToken: ['{ accessTokens(first: 1000) { nodes { id } } }'],
  revokeAccessToken: ['{ accessTokens(first: 1000) { nodes { id } } }'],
  updateChangeRequestVariables: ['{ changeRequest(id: $changeRequest) { revisionId } }'],
  resolveConflicts: ['{ changeRequest(id: $changeRequest) { conflicts { id } } }'],
  updateSpaceContent: ['getCurrentRevision', 'listPages', 'getSpaceById'],
  revertTo: ['getCurrentRevision', 'listPages', 'getSpaceById'],
  refreshOpenAPISpec: [
    '{ organization(id: $organization) { events(first: 100, filter: { action: REFRESH_OPENAPI_SPEC }) { nodes { sequence } } } }',
  ],
  setSiteHostname: ['{ site(id: $site) { hostname } }'],
  deleteConversation: ['listConversations'],
  replayJob: ['{ job(id: $job) { status } }'],
  removeJob: ['{ job(id: $job) { status } }'],
};

/** Mutations that change no response, with the reason. */
export const unseenMutations: Record<string, string> = {
  confirmSiteHostname: 'it asks the name service; what the operator confirms is written in the same way',
};

/** Events that none of these writes leave, with the reason. */
export const otherEvents: Record<string, string> = {
  setOperatorFacts: 'the operator does it, by the command line, which is a process of its own',
  disableMember: 'a row of the rights',
  enableMember: 'a row of the rights',
  joinOrganization: 'it makes a member as joinOrganizationWithInvite does, which is among the rights',
  joinOrganizationWithInvite: 'it is among the rights',
  signIn: 'it is among the rights',
  createAccessToken: 'a token that is bound to no organization leaves no event',
  revokeAccessToken: 'a token that is bound to no organization leaves no event',
  confirmSiteHostname: 'it asks the name service; what the operator confirms is written in the same way',
  finishTranslation: 'a job moves the head of the result, as updateSpaceContent does',
  purgeSpace: 'a job removes what nobody has seen for 7 days',
  renewComputedContent: 'a job moves the head, as updateSpaceContent does',
};
