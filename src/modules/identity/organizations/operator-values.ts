/** Product plans (`BillingProduct`): the documented values and their meanings. */
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

/** Billing periods (`BillingInterval`): the documented values and their meanings. */
export const billingIntervals = {
  monthly: 'Every month.',
  yearly: 'Every year.',
} as const;

/** States of a trial (`BillingTrialStatus`): the documented values and their meanings. */
export const trialStatuses = {
  notapplicable: 'The plan has no trial.',
  none: 'No trial was started.',
  active: 'A trial is running.',
  ended: 'The trial was ended.',
  expired: 'The trial ran out.',
} as const;

/** Decisions about the end of a trial: the documented values and their meanings. */
export const trialDecisions = {
  downgrade: 'The plan is downgraded.',
} as const;

/** Parties that can block an organization (`BlockSource`): the documented values and their meanings. */
export const blockSources = {
  backoffice: "The operator's staff.",
  external: 'A system outside.',
  internal: 'The platform itself.',
} as const;
