import { documentedEnum } from '../../graphql/enums.js';

const memberRoles = {
  admin: 'Administrate content, create and delete spaces.',
  create: 'Create content.',
  review: 'Review content.',
  edit: 'Edit live or through change requests.',
  comment: 'Access content and discussions.',
  read: 'Read only.',
};

/** Roles of members, as in the contract (`MemberRole`). */
export const MemberRole = documentedEnum(
  'MemberRole',
  'What a member may do; every role includes the ones below it.',
  memberRoles,
);

/** Roles to list members by: guests have none, and a filter cannot be null. */
export const MemberRoleFilter = documentedEnum('MemberRoleFilter', 'A role to list members by, or guests.', {
  ...memberRoles,
  guest: 'No role: sees only what was granted.',
});

/** Kinds of organizations (`OrganizationType`). */
export const OrganizationType = documentedEnum('OrganizationType', 'Kind of an organization.', {
  business: 'A business.',
  community: 'A community.',
});

/** What organizations use the platform for (`OrganizationUseCase`). */
export const OrganizationUseCase = documentedEnum(
  'OrganizationUseCase',
  'What an organization uses the platform for.',
  {
    internalDocs: 'Internal documentation.',
    docsSite: 'A documentation site.',
    audienceControlledSite: 'A site for a known audience.',
    productDocs: 'Product documentation.',
    teamKnowledgeBase: 'The knowledge base of a team.',
    designSystem: 'A design system.',
    openSourceDocs: 'Documentation of open-source software.',
    notes: 'Notes.',
    other: 'Something else.',
  },
);

/** Kinds of communities (`OrganizationCommunityType`). */
export const OrganizationCommunityType = documentedEnum('OrganizationCommunityType', 'Kind of a community.', {
  nonProfit: 'A non-profit organization.',
  openSource: 'An open-source project.',
  education: 'An educational institution.',
});

/** Product plans (`BillingProduct`). */
export const BillingProduct = documentedEnum('BillingProduct', 'Product plan of an organization.', {
  free_2024: 'Free plan of 2024.',
  plus_2024: 'Plus plan of 2024.',
  pro_2024: 'Pro plan of 2024.',
  enterprise_2024: 'Enterprise plan of 2024.',
  community_2024: 'Community plan of 2024.',
  free: 'Free plan.',
  plus: 'Plus plan.',
  pro: 'Pro plan.',
  internal: "The operator's own.",
});

/** How often an organization pays (`BillingInterval`). */
export const BillingInterval = documentedEnum('BillingInterval', 'How often an organization pays.', {
  monthly: 'Every month.',
  yearly: 'Every year.',
});

/** State of a trial (`BillingTrialStatus`). */
export const BillingTrialStatus = documentedEnum('BillingTrialStatus', 'State of the trial of a plan.', {
  notapplicable: 'The plan has no trial.',
  none: 'No trial was started.',
  active: 'A trial is running.',
  ended: 'The trial was ended.',
  expired: 'The trial ran out.',
});

/** What happens at the end of a trial. */
export const TrialDecision = documentedEnum('TrialDecision', 'What happens at the end of a trial.', {
  downgrade: 'The plan is downgraded.',
});

/** Who blocked an organization (`BlockSource`). */
export const BlockSource = documentedEnum('BlockSource', 'Who blocked an organization.', {
  backoffice: "The operator's staff.",
  external: 'A system outside.',
  internal: 'The platform itself.',
});

/** Kinds of default content. */
export const DefaultContentType = documentedEnum('DefaultContentType', 'Kind of default content.', {
  site: 'A site.',
});
