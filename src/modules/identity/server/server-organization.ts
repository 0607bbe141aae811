import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { BillingProduct } from '../organizations/enums.js';
import { OrganizationLimits } from '../organizations/limit-edges.js';
import {
  type OperatorFacts,
  OrganizationBilling,
  OrganizationBillingMigration,
  OrganizationBlock,
  OrganizationTrial,
} from '../organizations/operator-facts.js';
import { memberCountsByOrganization, removalTimesByOrganization, spaceCountsByOrganization } from './loaders.js';
import { forOperator } from './server.js';

const operatorFactsOf = ({ operatorFacts }: Row<'Organization'>): OperatorFacts => operatorFacts as OperatorFacts;

/**
 * An organization without its content, for the operator. It is a separate type, so that the guard of `Organization`
 * needs no exception for the operator.
 */
export const ServerOrganization = builder.objectRef<Row<'Organization'>>('ServerOrganization').implement({
  description: 'An organization as the operator of the server sees it, without its content.',
  extensions: { guard: forOperator },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the organization.' }),
    title: t.exposeString('title', { description: describe('Organization', 'title') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    plan: t.expose('plan', { type: BillingProduct, description: describe('Organization', 'plan') }),
    limits: t.field({
      type: OrganizationLimits,
      description: 'Limits of the organization.',
      resolve: (organization) => organization,
    }),
    billing: t.field({
      type: OrganizationBilling,
      nullable: true,
      description: 'Billing, as the operator set it.',
      resolve: (organization) => operatorFactsOf(organization).billing,
    }),
    trial: t.field({
      type: OrganizationTrial,
      description: 'Trial of the plan.',
      resolve: (organization) => operatorFactsOf(organization).trial ?? { status: 'none', count: 0 },
    }),
    blocked: t.field({
      type: OrganizationBlock,
      nullable: true,
      description: 'Reason why the organization is blocked; null if it is not.',
      resolve: (organization) => operatorFactsOf(organization).blocked,
    }),
    customHostname: t.string({
      nullable: true,
      description: 'Hostname of the organization itself.',
      resolve: (organization) => operatorFactsOf(organization).customHostname,
    }),
    billingMigration: t.field({
      type: OrganizationBillingMigration,
      nullable: true,
      description: 'A change to other prices that the operator has planned.',
      resolve: (organization) => operatorFactsOf(organization).internal_billingMigration,
    }),
    memberCount: t.int({
      description: 'Number of members, with guests and disabled members.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(memberCountsByOrganization, id),
    }),
    spaceCount: t.int({
      description: 'Number of spaces that are not deleted.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(spaceCountsByOrganization, id),
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('Organization', 'deletedAt'),
    }),
    removeAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its removal begins, if it is deleted and not restored before.',
      resolve: ({ id, deletedAt }, _args, { loaders }) =>
        deletedAt === null ? null : loaders.load(removalTimesByOrganization, id),
    }),
  }),
});
