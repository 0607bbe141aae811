/** Product plans with their descriptions; `BillingProduct` in `openapi.json`. */
export const billingProducts = {
  free_2024: 'Free plan of 2024.',
  plus_2024: 'Plus plan of 2024.',
  pro_2024: 'Pro plan of 2024.',
  enterprise_2024: 'Enterprise plan of 2024.',
  community_2024: 'Community plan of 2024.',
  free: 'Free plan.',
  plus: 'Plus plan.',
  pro: 'Pro plan.',
  internal: "The operator's own.",
} as const;

/** Billing periods with their descriptions; `BillingInterval` in `openapi.json`. */
export const billingIntervals = {
  monthly: 'Every month.',
  yearly: 'Every year.',
} as const;

/** States of a trial with their descriptions; `BillingTrialStatus` in `openapi.json`. */
export const trialStatuses = {
  notapplicable: 'The plan has no trial.',
  none: 'No trial was started.',
  active: 'A trial is running.',
  ended: 'The trial was ended.',
  expired: 'The trial ran out.',
} as const;

/** Effects that the end of a trial can have, with their descriptions. */
export const trialDecisions = {
  downgrade: 'The plan is downgraded.',
} as const;

/** Parties that can block an organization, with their descriptions; `BlockSource` in `openapi.json`. */
export const blockSources = {
  backoffice: "The operator's staff.",
  external: 'A system outside.',
  internal: 'The platform itself.',
} as const;
