import { names, paragraphDocument } from '../../src/modules/shared/samples.js';
import { settingsOf } from '../modules/identity/sso/sso-scene.js';
import { allClaims } from '../modules/sites/site-adaptive/all-claims.js';
import { preparedVariants } from './prepared-variants.js';
import type { Fixture } from './scene.js';

/** A request of an operation that differs from its sample. */
export interface Variant {
  /** Values of path parameters that differ from the sample. */
  given?: Record<string, string>;
  /** Query with its `?`; no query if absent. */
  query?: string;
  /** Body that replaces the body of the sample. It contains the ids of samples. */
  body?: unknown;
  /**
   * Whether the request uses the same object as the previous request. Otherwise some operations use a new object for
   * each request.
   */
  again?: true;
  /** Token of the caller; the token of the admin if absent. */
  token?: string;
}

/** Variants of an operation, or a function that first creates the objects that they need. */
export type Variants = Variant[] | ((scene: Fixture) => Promise<Variant[]>);

const queries = (...texts: string[]): Variant[] => texts.map((query) => ({ query }));
const bodies = (...all: object[]): Variant[] => all.map((body) => ({ body }));
const withoutBody: Variant = { body: undefined };
const sameTarget: Variant[] = [{ again: true }];

const formats = ['', '?format=markdown', '?format=document', '?metadata=false'];
const evaluated = ['', '?format=markdown', '?format=document&evaluated=true', '?metadata=false&computed=false'];
const limits = ['', '?limit=0', '?limit=1&metadata=false&computed=false', '?limit=100'];
const paths = ['', 'guide', 'guide/install', 'more'].flatMap((pagePath) =>
  queries(...formats).map((one) => ({ ...one, given: { pagePath } })),
);
const files = queries('', '?limit=1');

const template = { id: names.template, params: { contentRefs: {} } };
const ofContent: Record<string, Variants> = {
  getCurrentRevision: queries('', '?metadata=false&computed=false'),
  listFiles: files,
  listFilesInRevisionById: queries('', '?limit=1&metadata=false'),
  getPageById: queries(...formats),
  getPageByPath: paths,
  getPageInChangeRequestById: queries(...formats),
  getPageInChangeRequestByPath: paths,
  getRevisionById: queries(...evaluated),
  getPageInRevisionById: queries(...evaluated),
  getPageInRevisionByPath: [
    ...queries(...evaluated).map((one) => ({ ...one, given: { pagePath: 'guide/install' } })),
    { given: { pagePath: '' } },
  ],
  getChangeRequestChanges: queries(...limits),
  getSpacePDF: queries('', `?page=${names.page}&only=true`),
  getChangeRequestPDF: queries('', `?page=${names.page}&only=true`),
  searchOrganizationContent: queries('?query=nowhere', '?query=first&limit=0', '?query=guide'),
  searchSpaceContent: queries('?query=guide', '?query=second%20install', '?query=', '?query=in&limit=1'),
  listChangeRequestsForSpace: queries('', '?status=merged'),
  listChangeRequestsForOrganization: queries('?limit=1'),
  listChangeRequestLinks: queries('?status=broken&brokenContext=change-request', '?brokenContext=space'),
  createChangeRequest: bodies({ subject: 'Plain', origin: 'a client' }, { template }),
  updateChangeRequestById: bodies({ status: 'draft', description: paragraphDocument('') }, { status: 'open' }),
  applyTemplateToSpace: bodies({ ...template, changeRequestId: names.changeRequest }, template),
};

const ofPlaces: Record<string, Variants> = {
  createSpace: bodies({}, { title: 'Empty', emoji: '1f600', empty: true }, { parent: names.collection, template }),
  updateSpaceById: bodies(
    {
      title: 'Changed',
      icon: 'https://acme.test/icon.svg',
      language: 'de',
      defaultLevel: null,
      mergeRules: { type: 'none' },
    },
    { emoji: '1f600' },
  ),
  deleteSpaceById: sameTarget,
  restoreSpace: sameTarget,
  moveSpace: bodies({ parent: null, position: { before: { type: 'space', space: names.template } } }),
  createCollection: bodies({ title: 'Guides' }),
  listCollectionsInOrganizationById: queries('?nested=false&limit=1'),
  updateCollectionById: bodies({ description: 'What to read first', defaultLevel: null }),
  moveCollection: bodies({ position: { after: { type: 'collection', collection: names.parent } } }),
  deleteCollectionById: sameTarget,
  createSite: bodies({ title: 'Site', type: 'premium', spaces: [] }, {}),
  updateSiteById: bodies(
    {
      visibility: 'share-link',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
      proxy: 'a.acme.test/docs',
    },
    { proxy: null },
    {},
  ),
  deleteSiteById: sameTarget,
  getSiteCustomizationById: queries('', '?unmasked=true'),
  listSiteShareLinks: queries('', '?limit=1'),
  createSiteShareLink: bodies({ name: '' }),
  updateSiteShareLinkById: bodies({ active: true }, {}),
  deleteSiteShareLinkById: sameTarget,
  updateSitePublishingAuthById: bodies({ backend: 'custom', fallbackURL: null }, { backend: 'custom' }),
  publishSite: sameTarget,
  unpublishSite: sameTarget,
  updateSiteAdaptiveSchema: bodies(
    { jsonSchema: allClaims },
    { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } },
  ),
  ...grantsOn('Space'),
  ...grantsOn('Collection'),
};

const movedSpace = { type: 'site-space', id: names.siteSpace };
const ofSites: Record<string, Variants> = {
  listSiteSpaces: queries('', '?default=true', '?default=false&limit=1', '?shareKey=wrong'),
  updateSiteSpaceById: bodies({ condition: null, spaceId: names.space }, {}),
  deleteSiteSpaceById: sameTarget,
  updateSiteSectionById: bodies({ condition: '', icon: null, description: null, defaultSiteSpace: names.siteSpace }),
  deleteSiteSectionById: sameTarget,
  addSectionGroupToSite: bodies({ title: 'Inner', icon: null, parent: names.siteSectionGroup }),
  deleteSiteSectionGroupById: sameTarget,
  removeSectionFromGroup: sameTarget,
  sortSiteStructure: bodies({ item: movedSpace, position: {} }),
};

function grantsOn(place: string): Record<string, Variants> {
  return {
    [`inviteTo${place}`]: bodies({ role: 'review', users: [names.user] }),
    [`listUserPermissionsIn${place}`]: queries('', '?limit=0'),
    [`listTeamPermissionsIn${place}`]: queries('?limit=1'),
    [`updateUserPermissionIn${place}`]: bodies({ role: 'comment' }, {}),
    [`updateTeamPermissionIn${place}`]: bodies({ role: null }, { role: 'admin' }),
    [`removeUserFrom${place}`]: sameTarget,
  };
}

const ofPeople: Record<string, Variants> = {
  listOrganizationsForAuthenticatedUser: queries('', '?limit=0'),
  updateOrganizationById: bodies(
    {
      title: 'Changed',
      emailDomains: ['acme.test'],
      hostname: 'acme',
      defaultRole: null,
      logo: 'https://acme.test/logo.svg',
      mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass', users: [names.user] }] },
    },
    { defaultContent: { type: 'site', site: names.site } },
  ),
  listMembersInOrganizationById: queries('', '?sort=lastSeenAt&order=asc', '?role=guest&search=nobody&limit=1'),
  listSpacesForOrganizationMember: queries('?order=asc'),
  updateMemberInOrganizationById: bodies({ role: null }),
  removeMemberFromOrganizationById: sameTarget,
  inviteUsersToOrganization: bodies(
    { emails: ['one@acme.test', { email: 'two@acme.test', role: null }] },
    { emails: ['one@acme.test'], role: 'edit' },
    { emails: ['three@acme.test'], role: null, sso: true },
  ),
  createOrganizationInvite: bodies(
    { role: null },
    { level: 'edit', space: names.space },
    { level: null, collection: names.collection },
  ),
  listOrganizationInviteLinks: queries('', '?limit=1'),
  deleteOrganizationInviteById: sameTarget,
  createOrganizationSAMLProvider: bodies(
    { ...settingsOf(), defaultRole: null, defaultTeam: names.team },
    { label: 'Pending' },
  ),
  listSAMLProvidersInOrganizationById: queries('', '?limit=1'),
  updateOrganizationSAMLProvider: bodies({ label: 'Changed', defaultRole: 'edit', certificate: '' }, {}),
  deleteOrganizationSAMLProvider: sameTarget,
  createOrganizationTeam: bodies({ title: 'Readers' }),
  listTeamsInOrganizationById: queries('', `?limit=1&title=e&owner=${names.user}`),
  addMemberToOrganizationTeamById: [withoutBody],
  updateMembersInOrganizationTeam: bodies({ memberships: { [names.user]: { role: 'owner' } } }),
  deleteMemberFromOrganizationTeamById: sameTarget,
  removeTeamFromOrganizationById: sameTarget,
};

const ofConversations: Record<string, Variants> = {
  listConversationsIssuesClusters: queries('', '?orderBy=tasksTotal&order=asc&limit=1', '?status=pending'),
  listConversations: queries('', '?source=email', '?limit=1'),
  ingestConversation: bodies({ id: 'a variant', parts: [] }, [
    { id: 'ä/1', parts: [{ type: 'message', role: 'assistant', body: '' }], metadata: {} },
  ]),
  listConversationsIssues: queries('', `?cluster=${names.cluster}`, `?conversation=${names.conversation}&limit=1`),
};

const ofTranslations: Record<string, Variants> = {
  listTranslations: queries('', '?limit=1'),
  createTranslation: bodies({ source: { space: names.space, language: 'en' }, language: 'ar' }),
  deleteTranslation: sameTarget,
  runTranslation: sameTarget,
  listGlossaryEntries: queries('', '?limit=1'),
  updateGlossaryEntries: bodies(
    { operations: [] },
    {
      operations: [
        { type: 'update', id: names.glossaryEntry, translations: { en: 'space', 'pt-br': 'espaço' } },
        { type: 'insert', translations: { ja: '変更' } },
      ],
    },
  ),
};

/** Variants by operation id: other queries and bodies, repeated requests, targets of other kinds. */
export const variants: Record<string, Variants> = {
  ...ofContent,
  ...ofPlaces,
  ...ofSites,
  ...ofPeople,
  ...ofConversations,
  ...ofTranslations,
  ...preparedVariants,
};
