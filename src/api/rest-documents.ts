import { readFileSync } from 'node:fs';
import { packagePath } from '../package-path.js';

/** The domains with stored operations, with the title of each; the order is that of the reference. */
const titles = {
  users: 'Users',
  organizations: 'Organizations',
  members: 'Members',
  teams: 'Teams',
  spaces: 'Spaces',
  collections: 'Collections',
  grants: 'Permissions',
  invites: 'Invites',
  sso: 'Single sign-on',
  revisions: 'Space content',
  'change-requests': 'Change requests',
  contributors: 'Contributors',
  reviews: 'Reviews',
  comments: 'Comments',
  changes: 'Changes',
  templates: 'Templates',
  search: 'Search',
  links: 'Links',
  pdf: 'PDF',
  sites: 'Sites',
  'site-structure': 'Structure of sites',
  'site-customization': 'Look of sites',
  'site-audience': 'Audience of sites',
  'site-adaptive': 'Adaptive content',
  'published-sites': 'Published sites',
  specifications: 'OpenAPI specifications',
  conversations: 'Conversations',
  translations: 'Translations',
  glossary: 'Glossary',
};

/** Reads the stored operations of all domains, with the title of each for the reference. */
export function restDocuments(): { name: string; text: string }[] {
  return Object.entries(titles).map(([domain, name]) => ({
    name,
    text: readFileSync(packagePath(`src/domains/${domain}/rest.graphql`), 'utf8'),
  }));
}
