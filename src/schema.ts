import './graphql/scalars.js';
import './graphql/node-queries.js';
import './domains/users/user.js';
import './domains/organizations/organization.js';
import './domains/organizations/organization-facts.js';
import './domains/organizations/organization-operations.js';
import './domains/spaces/space.js';
import './domains/spaces/space-operations.js';
import './domains/collections/collection.js';
import './domains/collections/collection-operations.js';
import './domains/members/member.js';
import './domains/teams/team.js';
import './domains/revisions/document-page.js';
import './domains/revisions/group-page.js';
import './domains/revisions/link-page.js';
import './domains/revisions/computed-page.js';
import './domains/revisions/file.js';
import './domains/revisions/revision.js';
import './domains/revisions/revision-content.js';
import './domains/revisions/space-edges.js';
import './domains/change-requests/change-request.js';
import './domains/change-requests/change-request-lists.js';
import './domains/change-requests/change-request-operations.js';
import './domains/change-requests/content-operations.js';
import './domains/change-requests/conflicts.js';
import './domains/search/search-result.js';
import './domains/search/search-fields.js';
import './domains/sites/site.js';
import './domains/sites/site-operations.js';
import type { GraphQLSchema } from 'graphql';
import { enforceAccess } from './graphql/access.js';
import { builder } from './graphql/builder.js';
import { forgetAfterMutations } from './graphql/forget-after-mutations.js';
import { enforceNotNull } from './graphql/not-null.js';
import { simplifyPlainFields } from './graphql/plain-fields.js';

/** Builds the schema of all domains, with access enforced on every field. @throws where a type or root field lacks a policy. */
export function buildSchema(): GraphQLSchema {
  const schema = builder.toSchema();
  simplifyPlainFields(schema);
  enforceAccess(schema);
  enforceNotNull(schema);
  forgetAfterMutations(schema);
  return schema;
}
