import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/base/package-path.js';

/**
 * Folders of `src/modules` that contain stored operations, in the order of the API reference. Each has the title and
 * description of its OpenAPI tag.
 */
const folders = {
  'identity/users': { title: 'Users', description: 'The caller, and other users by their id.' },
  'identity/organizations': {
    title: 'Organizations',
    description: 'Organizations, how people join them, and instructions for agents.',
  },
  'identity/members': { title: 'Members', description: 'Members of an organization and their roles.' },
  'identity/teams': { title: 'Teams', description: 'Teams of an organization and their members.' },
  'content/spaces': {
    title: 'Spaces',
    description: 'Spaces: create, change, duplicate, move, transfer, delete and restore.',
  },
  'content/collections': { title: 'Collections', description: 'Collections that group spaces and other collections.' },
  'sharing/grants': { title: 'Permissions', description: 'Permissions of users and teams in spaces and collections.' },
  'sharing/invites': { title: 'Invites', description: 'Invitations of people by address, and invite links.' },
  'identity/sso': {
    title: 'Single sign-on',
    description: 'SAML providers of an organization, and sign-ins through them.',
  },
  'content/revisions': { title: 'Space content', description: 'Pages and files of the current revision of a space.' },
  'review/change-requests': {
    title: 'Change requests',
    description: 'Change requests: edit content, bring up to date, merge.',
  },
  'review/contributors': { title: 'Contributors', description: 'People who contributed to a change request.' },
  'review/reviews': { title: 'Reviews', description: 'Reviews of change requests, and requests for a review.' },
  'review/comments': { title: 'Comments', description: 'Comments on spaces, their replies and their authors.' },
  'review/changes': { title: 'Changes', description: 'Changes of a revision or a change request, page by page.' },
  'review/templates': { title: 'Templates', description: 'Templates, applied to a space.' },
  'content/search': { title: 'Search', description: 'Full-text search of an organization or a space.' },
  links: { title: 'Links', description: 'Links of pages, links to pages and files, and broken links.' },
  pdf: { title: 'PDF', description: 'Addresses of PDF files of a space or a change request.' },
  'sites/sites': { title: 'Sites', description: 'Sites: create, change, publish, unpublish, delete.' },
  'sites/site-structure': {
    title: 'Structure of sites',
    description: 'Site spaces, sections and section groups of a site, and their order.',
  },
  'sites/site-customization': {
    title: 'Look of sites',
    description: 'Appearance of a site: theme, colors, header, footer.',
  },
  'sites/site-audience': {
    title: 'Audience of sites',
    description: 'Share links of a site, and the keys that authenticate its visitors.',
  },
  'sites/site-adaptive': {
    title: 'Adaptive content',
    description: 'Claims of visitors, and the conditions that use them.',
  },
  'sites/published-sites': { title: 'Published sites', description: 'Sites as visitors see them, and search in them.' },
  specifications: {
    title: 'OpenAPI specifications',
    description: 'OpenAPI specifications of an organization and their versions.',
  },
  conversations: { title: 'Conversations', description: 'Conversations, the issues in them, and clusters of issues.' },
  translations: { title: 'Translations', description: 'Translations of spaces, and their runs.' },
  'translations/glossary': { title: 'Glossary', description: 'Glossary of an organization, for translations.' },
};

/** Descriptions of the OpenAPI tags, by title. */
export const tagTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(folders).map(({ title, description }) => [title, description]),
);

/** Reads the stored operations of all modules. `name` is the title of the module in the API reference. */
export function restDocuments(): { name: string; text: string }[] {
  return Object.entries(folders).map(([folder, { title }]) => ({
    name: title,
    text: readFileSync(packagePath(`src/modules/${folder}/rest.graphql`), 'utf8'),
  }));
}
