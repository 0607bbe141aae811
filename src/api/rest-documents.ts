import { readFileSync } from 'node:fs';
import { packagePath } from '../package-path.js';

/** The domains with stored operations; the order is that of the reference. */
const domains = [
  'users',
  'organizations',
  'members',
  'teams',
  'spaces',
  'collections',
  'grants',
  'invites',
  'sso',
  'revisions',
  'change-requests',
  'changes',
  'templates',
  'search',
  'links',
  'pdf',
  'sites',
] as const;

const titles: Record<(typeof domains)[number], string> = {
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
  changes: 'Changes',
  templates: 'Templates',
  search: 'Search',
  links: 'Links',
  pdf: 'PDF',
  sites: 'Sites',
};

/** Reads the stored operations of all domains, with the title of each for the reference. */
export function restDocuments(): { name: string; text: string }[] {
  return domains.map((domain) => ({
    name: titles[domain],
    text: readFileSync(packagePath(`src/domains/${domain}/rest.graphql`), 'utf8'),
  }));
}
