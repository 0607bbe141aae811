import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { jsonScalar } from '../../../api/graphql/schema/declare-scalars.js';
import type { Json } from '../../../engine/base/types.js';
import { BillingInterval, BillingTrialStatus, BlockSource, TrialDecision } from './enums.js';

/** Returns the JSON Schema of an object whose members are all required. */
function objectSchema(properties: { [name: string]: object }) {
  return { type: 'object', required: Object.keys(properties), properties };
}

const price = { type: 'number', minimum: 0 };
const pricePair = objectSchema({ monthly: price, yearly: price });

/** Prices of members and sites, as JSON. */
export const OrganizationPricing = jsonScalar('OrganizationPricing', {
  ...objectSchema({
    members: objectSchema({ plus_2024: pricePair, pro_2024: pricePair }),
    sites: objectSchema({ premium: pricePair, ultimate: pricePair }),
  }),
  description: 'Prices of members and sites by plan.',
});

/** Metered extras by name, as JSON. */
export const UsageAddons = jsonScalar('UsageAddons', {
  type: 'object',
  description: 'Metered extras by name.',
  additionalProperties: objectSchema({ enabled: { type: 'boolean' } }),
});

interface Billing {
  interval: string;
  endDate: string;
  hasPaymentFailed: boolean;
  isScheduledToCancel: boolean;
  pricing: Json;
  usageAddons: Json;
}

interface Trial {
  status: string;
  count: number;
  endDate?: string;
  decision?: string;
}

interface Block {
  source?: string;
  reason: string;
}

interface BillingMigration {
  deadline?: string;
  discountPercent?: number;
  discountEndDate?: string;
}

/**
 * Facts that only the operator sets and the API only shows, stored as one JSON object for each organization. The shapes
 * are those in `openapi.json`. An absent fact means: no billing, no trial, not blocked.
 */
export interface OperatorFacts {
  billing?: Billing;
  trial?: Trial;
  blocked?: Block;
  customHostname?: string;
  internal_billingMigration?: BillingMigration;
}

/** Billing of an organization, as the operator's system reports it. */
export const OrganizationBilling = builder.objectRef<Billing>('OrganizationBilling').implement({
  description: "Billing of an organization, as the operator's system reports it.",
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    interval: t.expose('interval', { type: BillingInterval, description: 'Billing period of the organization.' }),
    endDate: t.expose('endDate', { type: 'DateTime', description: 'End of the paid period.' }),
    hasPaymentFailed: t.exposeBoolean('hasPaymentFailed', { description: 'Whether the latest payment failed.' }),
    isScheduledToCancel: t.exposeBoolean('isScheduledToCancel', {
      description: 'Whether the plan ends with the period.',
    }),
    pricing: t.expose('pricing', { type: OrganizationPricing, description: 'Prices of members and sites by plan.' }),
    usageAddons: t.expose('usageAddons', { type: UsageAddons, description: 'Metered extras by name.' }),
  }),
});

/** The trial of a plan. */
export const OrganizationTrial = builder.objectRef<Trial>('OrganizationTrial').implement({
  description: 'The trial of a plan.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    status: t.expose('status', { type: BillingTrialStatus, description: 'State of the trial.' }),
    count: t.exposeInt('count', { description: 'Number of trials so far.' }),
    endDate: t.expose('endDate', { type: 'DateTime', nullable: true, description: 'End of the trial.' }),
    decision: t.expose('decision', { type: TrialDecision, nullable: true, description: 'Behaviour at its end.' }),
  }),
});

/** Reason why an organization is blocked. */
export const OrganizationBlock = builder.objectRef<Block>('OrganizationBlock').implement({
  description: 'Reason why an organization is blocked.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    source: t.expose('source', { type: BlockSource, nullable: true, description: 'The party that blocked it.' }),
    reason: t.exposeString('reason', { description: 'Reason, 1 to 255 characters.' }),
  }),
});

/** A planned change of prices. */
export const OrganizationBillingMigration = builder
  .objectRef<BillingMigration>('OrganizationBillingMigration')
  .implement({
    description: 'A change to other prices that the operator has planned.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      deadline: t.expose('deadline', { type: 'DateTime', nullable: true, description: 'When it happens.' }),
      discountPercent: t.exposeFloat('discountPercent', { nullable: true, description: 'Discount in percent.' }),
      discountEndDate: t.expose('discountEndDate', {
        type: 'DateTime',
        nullable: true,
        description: 'End of the discount.',
      }),
    }),
  });
