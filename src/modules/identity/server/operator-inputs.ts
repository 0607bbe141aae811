import { builder } from '../../../api/graphql/schema/builder.js';
import { BillingInterval, BillingTrialStatus, BlockSource, TrialDecision } from '../organizations/enums.js';
import { OrganizationPricing, UsageAddons } from '../organizations/operator-facts.js';

/** Input for the billing of an organization. */
export const OrganizationBillingInput = builder.inputType('OrganizationBillingInput', {
  description: "Billing of an organization, as the operator's system reports it.",
  fields: (t) => ({
    interval: t.field({ type: BillingInterval, required: true, description: 'Billing period of the organization.' }),
    endDate: t.field({ type: 'DateTime', required: true, description: 'End of the paid period.' }),
    hasPaymentFailed: t.boolean({ required: true, description: 'Whether the latest payment failed.' }),
    isScheduledToCancel: t.boolean({ required: true, description: 'Whether the plan ends with the period.' }),
    pricing: t.field({
      type: OrganizationPricing,
      required: true,
      description: 'Prices of members and sites by plan.',
    }),
    usageAddons: t.field({ type: UsageAddons, required: true, description: 'Metered extras by name.' }),
  }),
});

/** Input for the trial of an organization. */
export const OrganizationTrialInput = builder.inputType('OrganizationTrialInput', {
  description: 'The trial of a plan.',
  fields: (t) => ({
    status: t.field({ type: BillingTrialStatus, required: true, description: 'State of the trial.' }),
    count: t.int({ required: true, description: 'Number of trials so far.' }),
    endDate: t.field({ type: 'DateTime', description: 'End of the trial.' }),
    decision: t.field({ type: TrialDecision, description: 'Behaviour at its end.' }),
  }),
});

/** Input for the reason why an organization is blocked. */
export const OrganizationBlockInput = builder.inputType('OrganizationBlockInput', {
  description: 'Reason why an organization is blocked.',
  fields: (t) => ({
    source: t.field({ type: BlockSource, description: 'The party that blocked it.' }),
    reason: t.string({ required: true, description: 'Reason, 1 to 255 characters.' }),
  }),
});

/** Input for a planned change of prices. */
export const OrganizationBillingMigrationInput = builder.inputType('OrganizationBillingMigrationInput', {
  description: 'A planned change to other prices.',
  fields: (t) => ({
    deadline: t.field({ type: 'DateTime', description: 'When it happens.' }),
    discountPercent: t.float({ description: 'Discount in percent.' }),
    discountEndDate: t.field({ type: 'DateTime', description: 'End of the discount.' }),
  }),
});
