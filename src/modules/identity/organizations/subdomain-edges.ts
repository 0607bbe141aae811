import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Organization } from './organization.js';

/** Pattern of a valid subdomain: 3 to 32 lower-case letters, digits and hyphens, without a hyphen at either end. */
const pattern = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

type OrganizationRow = Row<'Organization'>;

/** The subdomain of an organization. Only the GraphQL API has it; `openapi.json` has no operation for it. */
const Subdomain = builder.objectRef<OrganizationRow>('Subdomain').implement({
  description: 'The subdomain that an organization names for its public content.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    subdomain: t.string({ description: 'Its name, such as `acme`.', resolve: ({ hostname }) => hostname! }),
    target: t.field({ type: Organization, description: 'Target.', resolve: (organization) => organization }),
    isActive: t.boolean({
      description: 'Whether content is served at it: false, as this server serves its sites below its own address.',
      resolve: () => false,
    }),
  }),
});

builder.objectFields(Organization, (t) => ({
  subdomain: t.field({
    type: Subdomain,
    nullable: true,
    description: 'The subdomain in `hostname`; null if there is none, or it is not a valid name of a subdomain.',
    resolve: (organization) => (pattern.test(organization.hostname ?? '') ? organization : null),
  }),
}));
