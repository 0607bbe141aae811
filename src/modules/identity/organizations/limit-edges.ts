import { can } from '../../../access/policy.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Organization, owned } from './organization.js';

/** Limits of an organization. */
export const OrganizationLimits = builder.objectRef<Row<'Organization'>>('OrganizationLimits').implement({
  description: 'Limits of an organization, which the operator of the server sets.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    maxMembers: t.exposeInt('maxMembers', { nullable: true, description: describe('Organization', 'maxMembers') }),
    maxSpaces: t.exposeInt('maxSpaces', { nullable: true, description: describe('Organization', 'maxSpaces') }),
  }),
});

builder.objectField(Organization, 'limits', (t) =>
  t.field({
    type: OrganizationLimits,
    nullable: true,
    description: 'Limits of the organization; only for callers who may see its billing.',
    resolve: (organization, _args, { viewer }) =>
      can(viewer, 'organization.viewBilling', owned(organization)) ? organization : null,
  }),
);
