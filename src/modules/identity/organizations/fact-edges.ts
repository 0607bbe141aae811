import { can } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import {
  type OperatorFacts,
  OrganizationBilling,
  OrganizationBillingMigration,
  OrganizationBlock,
  OrganizationTrial,
} from './operator-facts.js';
import { Organization, owned } from './organization.js';

const operatorFactsOf = (organization: Row<'Organization'>): OperatorFacts =>
  organization.operatorFacts as OperatorFacts;

builder.objectFields(Organization, (t) => ({
  billing: t.field({
    type: OrganizationBilling,
    nullable: true,
    description: 'Billing, if the operator reports it; only for callers who may see it.',
    resolve: (organization, _args, { viewer }) =>
      can(viewer, 'organization.viewBilling', owned(organization)) ? operatorFactsOf(organization).billing : null,
  }),
  trial: t.field({
    type: OrganizationTrial,
    description: 'Trial of the plan.',
    resolve: (organization) => operatorFactsOf(organization).trial ?? { status: 'none', count: 0 },
  }),
  customHostname: t.string({
    nullable: true,
    description: 'Hostname of the organization itself, set by the operator.',
    resolve: (organization) => operatorFactsOf(organization).customHostname,
  }),
  blocked: t.field({
    type: OrganizationBlock,
    nullable: true,
    description: 'Reason why the organization is blocked; null if it is not.',
    resolve: (organization) => operatorFactsOf(organization).blocked,
  }),
  isOnNewTrial: t.field({
    type: 'True',
    nullable: true,
    description: 'Set while the organization tries the new plans; the operator of this server has none.',
    resolve: () => null,
  }),
  billingMigration: t.field({
    type: OrganizationBillingMigration,
    nullable: true,
    description: 'A change to other prices that the operator has planned.',
    resolve: (organization) => operatorFactsOf(organization).internal_billingMigration,
  }),
}));
