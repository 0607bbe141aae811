import { adaptiveSamples } from '../../../src/modules/sites/site-adaptive/samples.js';
import type { Fixture } from '../../contract/scene.js';
import { runWaitingTranslations } from '../translations/translation-kit.js';

/** Reads whose response a write of `/v1` changes. */
export interface AffectedReads {
  /**
   * Operation ids, or GraphQL queries, whose response changes. Queries contain placeholders such as `$space` for the
   * ids of samples.
   */
  reads: readonly string[];
  /** Operation or background work that runs before both instances read, so that the write changes something. */
  preparation?: string | ((scene: Fixture) => Promise<unknown>);
  /** Body of the write, with placeholders for ids of samples. By default, the body of the sample of the write. */
  body?: object;
}

const affects = (...reads: string[]): AffectedReads => ({ reads });

const { jsonSchema } = adaptiveSamples.updateSiteAdaptiveSchema!.body as { jsonSchema: { properties: object } };

/** Schema of the claims that the conditions of the samples use, with one further claim. */
const claims = {
  ...jsonSchema,
  properties: { ...jsonSchema.properties, isPartner: { type: 'boolean', description: 'A partner' } },
};

const siteParts = affects('getSiteStructure');
const specification = affects('listOpenAPISpecs', 'getOpenAPISpecBySlug');
const changeRequestContent = affects(
  'getRevisionOfChangeRequestById',
  'listPagesInChangeRequest',
  'getChangeRequestById',
);

/** All ways to read the content at the head of a space. */
const headReads = [
  ...['getSpaceById', 'getCurrentRevision', 'listPages', 'listSpacesInOrganizationById', 'searchOrganizationContent'],
  ...['searchSpaceContent', 'listChangeRequestsForSpace', 'listPagesInChangeRequest'],
];

/** Reads whose response each writing operation of `/v1` changes. */
export const affectedReadsByOperation: Record<string, AffectedReads> = {
  updateOrganizationById: affects('getOrganizationById', 'listOrganizationsForAuthenticatedUser'),
  updateOrganizationAgentInstructions: affects('getOrganizationAgentInstructions'),
  updateMemberInOrganizationById: affects('getMemberInOrganizationById', 'listMembersInOrganizationById'),
  removeMemberFromOrganizationById: affects(
    'getMemberInOrganizationById',
    'getUserById',
    'listMembersInOrganizationById',
  ),
  setUserAsSSOMemberForOrganization: affects('getMemberInOrganizationById', 'listMembersInOrganizationById'),
  createOrganizationTeam: affects('listTeamsInOrganizationById', 'listTeamsForOrganizationMember'),
  updateTeamInOrganizationById: affects('getTeamInOrganizationById', 'listTeamsInOrganizationById'),
  removeTeamFromOrganizationById: affects('getTeamInOrganizationById', 'listTeamsInOrganizationById'),
  deleteMemberFromOrganizationTeamById: affects('listTeamMembersInOrganizationById', 'listTeamsForOrganizationMember'),
  addMemberToOrganizationTeamById: {
    ...affects('listTeamMembersInOrganizationById', 'listTeamsForOrganizationMember'),
    preparation: 'deleteMemberFromOrganizationTeamById',
  },
  updateMembersInOrganizationTeam: {
    ...affects('listTeamMembersInOrganizationById', 'getTeamInOrganizationById'),
    preparation: 'deleteMemberFromOrganizationTeamById',
  },
  inviteUsersToOrganization: affects('listMembersInOrganizationById'),
  createOrganizationInvite: affects('listOrganizationInviteLinks'),
  updateOrganizationInviteById: affects('getOrganizationInviteLink', 'listOrganizationInviteLinks'),
  deleteOrganizationInviteById: affects('getOrganizationInviteLink', 'listOrganizationInviteLinks'),
  createOrganizationSAMLProvider: affects('listSAMLProvidersInOrganizationById'),
  updateOrganizationSAMLProvider: {
    ...affects('getOrganizationSAMLProviderById', 'listSAMLProvidersInOrganizationById'),
    body: { label: 'Another label' },
  },
  deleteOrganizationSAMLProvider: affects('getOrganizationSAMLProviderById', 'listSAMLProvidersInOrganizationById'),
  createSpace: affects('listSpacesInOrganizationById'),
  updateSpaceById: affects('getSpaceById', 'listSpacesInOrganizationById', 'searchOrganizationContent'),
  deleteSpaceById: affects('getSpaceById', 'listSpacesInOrganizationById'),
  restoreSpace: affects('getSpaceById', 'listSpacesInOrganizationById'),
  duplicateSpace: affects('listSpacesInOrganizationById', 'searchOrganizationContent'),
  moveSpace: affects('getSpaceById', 'listSpacesInCollectionById'),
  transferSpace: affects('getSpaceById', 'listSpacesInOrganizationById'),
  createCollection: affects('listCollectionsInOrganizationById'),
  updateCollectionById: affects('getCollectionById', 'listCollectionsInOrganizationById'),
  moveCollection: affects('getCollectionById', 'listCollectionsInOrganizationById'),
  transferCollection: affects('getCollectionById', 'listCollectionsInOrganizationById'),
  deleteCollectionById: affects('getCollectionById', 'listCollectionsInOrganizationById', 'listSpacesInCollectionById'),
  inviteToSpace: { ...affects('listUserPermissionsInSpace'), preparation: 'removeUserFromSpace' },
  updateUserPermissionInSpace: affects('listUserPermissionsInSpace'),
  removeUserFromSpace: affects('listUserPermissionsInSpace'),
  updateTeamPermissionInSpace: affects('listTeamPermissionsInSpace'),
  removeTeamFromSpace: affects('listTeamPermissionsInSpace'),
  inviteToCollection: { ...affects('listUserPermissionsInCollection'), preparation: 'removeUserFromCollection' },
  updateUserPermissionInCollection: affects('listUserPermissionsInCollection'),
  removeUserFromCollection: affects('listUserPermissionsInCollection'),
  updateTeamPermissionInCollection: affects('listTeamPermissionsInCollection'),
  removeTeamFromCollection: affects('listTeamPermissionsInCollection'),
  createChangeRequest: affects('listChangeRequestsForSpace', 'listChangeRequestsForOrganization'),
  updateChangeRequestById: affects('getChangeRequestById', 'listChangeRequestsForSpace'),
  updateChangeRequestContent: changeRequestContent,
  updateChangeRequest: { ...changeRequestContent, preparation: 'mergeChangeRequest' },
  mergeChangeRequest: affects(...headReads.filter((read) => !read.startsWith('search'))),
  applyTemplateToSpace: changeRequestContent,
  submitChangeRequestReview: affects('getReviewsByChangeRequestId', 'getChangeRequestById'),
  requestReviewersForChangeRequest: affects('getRequestedReviewersByChangeRequestId'),
  removeRequestedReviewerFromChangeRequest: {
    ...affects('getRequestedReviewersByChangeRequestId'),
    preparation: 'requestReviewersForChangeRequest',
  },
  postCommentInSpace: affects('listCommentsInSpace'),
  updateCommentInSpace: affects('getCommentInSpace', 'listCommentsInSpace'),
  deleteCommentInSpace: affects('getCommentInSpace', 'listCommentsInSpace', 'getCommentReplyInSpace'),
  postCommentReplyInSpace: affects('listCommentRepliesInSpace', 'getCommentInSpace'),
  updateCommentReplyInSpace: affects('getCommentReplyInSpace', 'listCommentRepliesInSpace'),
  deleteCommentReplyInSpace: affects('getCommentReplyInSpace', 'listCommentRepliesInSpace'),
  postCommentInChangeRequest: affects('listCommentsInChangeRequest'),
  updateCommentInChangeRequest: affects('getCommentInChangeRequest', 'listCommentsInChangeRequest'),
  deleteCommentInChangeRequest: affects('getCommentInChangeRequest', 'listCommentsInChangeRequest'),
  postCommentReplyInChangeRequest: affects('listCommentRepliesInChangeRequest', 'getCommentInChangeRequest'),
  updateCommentReplyInChangeRequest: affects('getCommentReplyInChangeRequest', 'listCommentRepliesInChangeRequest'),
  deleteCommentReplyInChangeRequest: affects('getCommentReplyInChangeRequest', 'listCommentRepliesInChangeRequest'),
  createSite: affects('listSites'),
  updateSiteById: affects('getSiteById', 'listSites'),
  publishSite: affects('getSiteById', 'getPublishedContentSite'),
  unpublishSite: { ...affects('getSiteById', 'getPublishedContentSite'), preparation: 'publishSite' },
  deleteSiteById: affects('getSiteById', 'listSites', 'getSiteStructure'),
  updateSiteCustomizationById: affects('getSiteCustomizationById'),
  createSiteShareLink: affects('listSiteShareLinks'),
  updateSiteShareLinkById: affects('listSiteShareLinks'),
  deleteSiteShareLinkById: affects('listSiteShareLinks'),
  updateSitePublishingAuthById: affects('getSitePublishingAuthById'),
  regenerateSitePublishingAuthById: affects('getSitePublishingAuthById'),
  updateSiteAdaptiveSchema: {
    ...affects('getSiteAdaptiveSchema'),
    body: { jsonSchema: claims },
  },
  addSpaceToSite: affects('getSiteStructure', 'listSiteSpaces'),
  updateSiteSpaceById: affects('getSiteStructure', 'listSiteSpaces'),
  deleteSiteSpaceById: affects('getSiteStructure', 'listSiteSpaces'),
  moveSiteSpace: siteParts,
  addSectionToSite: affects('getSiteStructure', 'listSiteSections'),
  updateSiteSectionById: affects('getSiteStructure', 'listSiteSections'),
  deleteSiteSectionById: affects('getSiteStructure', 'listSiteSections'),
  moveSiteSection: siteParts,
  addSectionGroupToSite: affects('getSiteStructure', 'listSiteSectionGroups'),
  updateSiteSectionGroupById: affects('getSiteStructure', 'listSiteSectionGroups'),
  deleteSiteSectionGroupById: affects('getSiteStructure', 'listSiteSectionGroups'),
  addSectionToGroup: siteParts,
  removeSectionFromGroup: siteParts,
  moveSiteSectionGroup: siteParts,
  sortSiteStructure: { ...siteParts, preparation: 'moveSiteSectionGroup' },
  createOpenAPISpec: specification,
  createOrUpdateOpenAPISpecBySlug: specification,
  updateOpenAPISpecBySlug: affects('getOpenAPISpecBySlug', 'getLatestOpenAPISpecVersion'),
  deleteOpenAPISpecBySlug: affects('getOpenAPISpecBySlug', 'getLatestOpenAPISpecVersion', 'listOpenAPISpecVersions'),
  ingestConversation: affects('listConversations'),
  createTranslation: affects('listTranslations'),
  updateTranslation: affects('getTranslation', 'listTranslations'),
  runTranslation: {
    ...affects('{ translation(id: $translation) { job { id status } } }'),
    preparation: ({ test }) => runWaitingTranslations(test),
  },
  deleteTranslation: affects('getTranslation', 'listTranslations'),
  updateGlossaryEntries: affects('listGlossaryEntries'),
};

/** Operations that change no response to the admin of the test organization, with the reason. */
export const operationsWithoutEffect: Record<string, string> = {
  searchSiteContent: 'it reads',
  updateOrganizationMemberLastSeenAt: 'it says what time it is: one that was here a moment ago stays so',
  joinOrganization: 'a stranger does it: what that opens is a row of the rights',
  joinOrganizationWithInvite: 'a stranger does it: what that opens is a row of the rights',
};

const oidcProviders = '{ organization(id: $organization) { oidcProviders(first: 100) { nodes { id label } } } }';

const serviceAccounts =
  '{ organization(id: $organization) { members(first: 1000, filter: { kind: SERVICE_ACCOUNT }) { nodes { user { id } } } } }';

const organizationTokens = '{ organization(id: $organization) { accessTokens(first: 1000) { nodes { id } } } }';

/** Reads by mutation, for mutations that no operation of `/v1` calls. Queries may use ids of the input. */
export const affectedReadsByMutation: Record<string, readonly string[]> = {
  createOrganization: ['{ organizations(first: 1000) { nodes { id } } }'],
  setOperatorFacts: ['{ organization(id: $organization) { plan } }'],
  createUser: ['{ organization(id: $organization) { members { totalCount } } }'],
  createAccessToken: ['{ accessTokens(first: 1000) { nodes { id } } }'],
  revokeAccessToken: ['{ accessTokens(first: 1000) { nodes { id } } }'],
  createServiceAccount: [serviceAccounts],
  updateServiceAccount: ['{ user(id: $serviceAccount) { displayName } }'],
  createServiceAccountToken: [organizationTokens],
  revokeOrganizationToken: [organizationTokens],
  revokeSession: ['{ viewer { sessions(first: 1000) { nodes { id } } } }'],
  disableMember: ['{ organization(id: $organization) { member(user: $user) { disabled } } }'],
  enableMember: ['{ organization(id: $organization) { member(user: $user) { disabled } } }'],
  eraseUser: ['{ organization(id: $organization) { member(user: $user) { user { displayName } } } }'],
  updateNotificationSettings: ['{ viewer { notificationSettings { muted } } }'],
  updateChangeRequestVariables: ['{ changeRequest(id: $changeRequest) { revisionId } }'],
  resolveConflicts: ['{ changeRequest(id: $changeRequest) { conflicts { id } } }'],
  updateSpaceContent: ['getCurrentRevision', 'listPages', 'getSpaceById'],
  revertTo: ['getCurrentRevision', 'listPages', 'getSpaceById'],
  refreshOpenAPISpec: [
    '{ organization(id: $organization) { events(first: 100, filter: { action: REFRESH_OPENAPI_SPEC }) { nodes { sequence } } } }',
  ],
  setProviderGroups: ['{ node(id: $provider) { ... on SamlProvider { groupMode groups { nodes { group } } } } }'],
  setSiteHostname: ['{ site(id: $site) { hostname } }'],
  deleteConversation: ['listConversations'],
  createOIDCProvider: [oidcProviders, 'listSSOProviderLoginsInOrganization'],
  updateOIDCProvider: [oidcProviders, 'listSSOProviderLoginsInOrganization'],
  deleteOIDCProvider: [oidcProviders, 'listSSOProviderLoginsInOrganization'],
  updateRetention: ['{ organization(id: $organization) { retention { jobs { days } } } }'],
  deleteOrganization: ['{ organization(id: $organization) { id } }'],
  restoreOrganization: ['{ organization(id: $organization) { id } }'],
  replayJob: ['{ job(id: $job) { status } }'],
  removeJob: ['{ job(id: $job) { status } }'],
};

/** Mutations that change no response, with the reason. */
export const mutationsWithoutEffect: Record<string, string> = {
  confirmSiteHostname: 'it asks the name service; what the operator confirms is written in the same way',
};

/** Events that none of these writes record, with the reason. */
export const eventsNotCovered: Record<string, string> = {
  joinOrganization: 'it makes a member as joinOrganizationWithInvite does, which is among the rights',
  joinOrganizationWithInvite: 'it is among the rights',
  signIn: 'it is among the rights',
  backchannelLogout: 'it deletes rows of sessions, as revokeSession does',
  revokeAccessToken: 'a token that is bound to no organization leaves no event',
  confirmSiteHostname: 'it asks the name service; what the operator confirms is written in the same way',
  finishTranslation: 'a job moves the head of the result, as updateSpaceContent does',
  purgeSpace: 'a job removes what nobody has seen for 7 days',
  renewComputedContent: 'a job moves the head, as updateSpaceContent does',
};
