import type { RestAnswer } from '../support/app.js';
import { collectionRequests } from './collection-answers.js';
import { grantRequests } from './grant-answers.js';
import { historyRequests } from './history-answers.js';
import { inviteRequests } from './invite-answers.js';
import { linkRequests } from './link-answers.js';
import { memberRequests } from './member-answers.js';
import { pdfRequests } from './pdf-answers.js';
import { get, organization, type Scene, send } from './scene.js';
import { searchRequests } from './search-answers.js';
import { spaceRequests } from './space-answers.js';
import { ssoRequests } from './sso-answers.js';
import { teamRequests } from './team-answers.js';
import { templateRequests } from './template-answers.js';

const space = ({ manual }: Scene): string => `/spaces/${manual.id}`;
const formats = ['', '?format=markdown', '?format=document', '?metadata=false'];
const pagePaths = ['', 'guide', 'guide/install', 'more'];
const pathsBelow = (base: (scene: Scene) => string) =>
  pagePaths.flatMap((path) =>
    formats.map((format) => (scene: Scene) => `${base(scene)}/content/path/${path}${format}`),
  );
const pagesBelow = (base: (scene: Scene) => string) =>
  formats.map((format) => (scene: Scene) => `${base(scene)}/content/page/${scene.manual.page('guide')}${format}`);
const proposed = ({ proposal }: Scene): string => proposal.path;

const organizationChanges = {
  title: 'Changed',
  emailDomains: ['acme.test'],
  hostname: 'acme',
  defaultRole: null,
  logo: 'https://acme.test/logo.svg',
  mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass', users: ['usr_1'] }] },
};

const spaceChanges = {
  title: 'Changed',
  icon: 'https://acme.test/icon.svg',
  language: 'de',
  defaultLevel: null,
  mergeRules: { type: 'none' },
};

const description = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };

const contentChanges = (scene: Scene) => [
  { operation: 'insert_page', ref: 'ref', title: 'Inserted', document: { markdown: 'Text.\n' } },
  { operation: 'update_page', page: scene.manual.page('guide'), title: 'Renamed' },
  { operation: 'delete_page', page: scene.manual.page('guide/install') },
  { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] },
];

/**
 * Real requests of each claimed operation; every answer is held against the descriptions. They run in this order, so
 * that what changes the scene comes behind what reads it.
 */
export const requests: Record<string, (scene: Scene) => Promise<RestAnswer[]>> = {
  getAuthenticatedUser: get(() => '/user'),
  getUserById: get(({ admin }) => `/users/${admin.id}`),
  listOrganizationsForAuthenticatedUser: get(
    () => '/orgs',
    () => '/orgs?limit=0',
  ),
  getOrganizationById: get(organization),
  listSpacesInOrganizationById: get((scene) => `${organization(scene)}/spaces`),
  getSpaceById: get(space),
  getCurrentRevision: get(
    (scene) => `${space(scene)}/content`,
    (scene) => `${space(scene)}/content?metadata=false&computed=false`,
  ),
  listPages: get((scene) => `${space(scene)}/content/pages`),
  listFiles: get(
    (scene) => `${space(scene)}/content/files`,
    (scene) => `${space(scene)}/content/files?limit=1`,
  ),
  getFileById: get((scene) => `${space(scene)}/content/files/${scene.file}`),
  getPageById: get(...pagesBelow(space)),
  getPageByPath: get(...pathsBelow(space)),
  listChangeRequestsForSpace: get(
    (scene) => `${space(scene)}/change-requests`,
    (scene) => `${space(scene)}/change-requests?status=merged`,
  ),
  listChangeRequestsForOrganization: get((scene) => `${organization(scene)}/change-requests?limit=1`),
  getChangeRequestById: get(proposed, ({ merged }) => merged.path),
  getRevisionOfChangeRequestById: get((scene) => `${proposed(scene)}/content`),
  listPagesInChangeRequest: get((scene) => `${proposed(scene)}/content/pages`),
  listFilesInChangeRequestById: get((scene) => `${proposed(scene)}/content/files`),
  getFileInChangeRequestById: get((scene) => `${proposed(scene)}/content/files/${scene.file}`),
  getPageInChangeRequestById: get(...pagesBelow(proposed)),
  getPageInChangeRequestByPath: get(...pathsBelow(proposed)),
  ...searchRequests,
  ...historyRequests,
  ...linkRequests,
  ...pdfRequests,
  listSites: get((scene) => `${organization(scene)}/sites`),
  getSiteById: get((scene) => `${organization(scene)}/sites/${scene.site}`),
  createSite: async (scene) => [
    await send(scene, `POST ${organization(scene)}/sites`, { title: 'Site', type: 'premium', spaces: [] }),
    await send(scene, `POST ${organization(scene)}/sites`, {}),
  ],
  updateOrganizationById: async (scene) => [
    await send(scene, `PATCH ${organization(scene)}`, organizationChanges),
    await send(scene, `PATCH ${organization(scene)}`, { defaultContent: { type: 'site', site: scene.site } }),
  ],
  updateSpaceById: async (scene) => [
    await send(scene, `PATCH ${space(scene)}`, spaceChanges),
    await send(scene, `PATCH ${space(scene)}`, { emoji: '1f600' }),
  ],
  updateChangeRequestById: async (scene) => [
    await send(scene, `PATCH ${proposed(scene)}`, { subject: 'Changed', description, status: 'draft' }),
    await send(scene, `PATCH ${proposed(scene)}`, { status: 'open' }),
  ],
  updateChangeRequest: async (scene) => [await scene.proposal.update()],
  updateChangeRequestContent: async (scene) => [
    await send(scene, `POST ${proposed(scene)}/content?compat=false`, { changes: contentChanges(scene) }),
    await send(scene, `POST ${proposed(scene)}/content`, { changes: contentChanges(scene).slice(0, 1) }),
  ],
  ...templateRequests,
  mergeChangeRequest: async (scene) => [await scene.proposal.merge()],
  ...spaceRequests,
  ...collectionRequests,
  ...grantRequests,
  ...inviteRequests,
  ...memberRequests,
  ...ssoRequests,
  ...teamRequests,
};
