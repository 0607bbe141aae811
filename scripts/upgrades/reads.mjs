/**
 * Values of path parameters; `=` names an id of the world. The first two add to the ids of the world, so that every read
 * is made. A read is made with one of the others only if it needs exactly those values.
 */
export const contexts = [
  { userId: '=annId', pagePath: 'questions', emailDomain: 'acme.test', specSlug: 'orders' },
  { userId: '=eveId', pagePath: 'guides%2Flinux', changeRequestId: '=mergedId', revisionId: '=headId' },
];
export const exactContexts = [
  { spaceId: '=apiId' },
  { spaceId: '=deletedId' },
  { spaceId: '=spaceId', changeRequestId: '=changeRequestId', commentId: '=changeCommentId' },
];

/** Reads that are not compared: files of bytes, and addresses that are signed for an hour. */
export const ignoredReads = /PDF$/;

/** Queries of operations, instead of none. */
export const queries = {
  searchOrganizationContent: ['?query=quokka', '?query=install'],
  searchSpaceContent: ['?query=quokka'],
  getPageById: ['', '?format=markdown'],
  getPageByPath: ['', '?format=markdown'],
};

const nodesOf = (field, fields, first = 50) => `${field}(first: ${first}) { nodes { ${fields} } }`;
const ofOrganization = (field, fields) => `{ organization(id: $organization) { ${nodesOf(field, fields)} } }`;
const ofSpace = (field, fields) => `{ space(id: $space) { ${nodesOf(field, fields)} } }`;

/** Queries of the graph. `$organization` and `$space` are ids. A version that lacks a field of a query skips it. */
export const graphqlReads = {
  organizations: `{ ${nodesOf('organizations', 'id title emailDomains')} }`,
  members: ofOrganization('members', 'role user { id displayName email }'),
  teams: ofOrganization('teams', 'id title memberCount spaceCount'),
  spaces: ofOrganization('spaces', 'id title emoji visibility language parentId'),
  events: ofOrganization('events', 'sequence action targetId changes actor { id } space { id }'),
  sites: ofOrganization('sites', 'id title'),
  changeRequests: ofSpace('changeRequests', 'id number subject status'),
  comments: ofSpace('comments', 'id reactions { emoji users { user { id } } }'),
  revisions: ofSpace('revisions', 'id type parents author { id }'),
  pages: `{ space(id: $space) { revision { id ${nodesOf('pages', 'id title type ... on DocumentPage { path markdown }')} } } }`,
};
