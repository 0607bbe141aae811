import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { billingIntervals, billingProducts, blockSources, trialDecisions, trialStatuses } from './operator-values.js';

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
  'Role of a member; every role includes the ones below it.',
  memberRoles,
);

/** Roles to filter members by. Guests have no role, and a filter cannot be null. */
export const MemberRoleFilter = documentedEnum('MemberRoleFilter', 'A role to filter members by, or guests.', {
  ...memberRoles,
  guest: 'No role: the member sees only objects that were granted.',
});

/** Kinds of organizations (`OrganizationType`). */
export const OrganizationType = documentedEnum('OrganizationType', 'Kind of an organization.', {
  business: 'A business.',
  community: 'A community.',
});

/** Purposes for which organizations use the platform (`OrganizationUseCase`). */
export const OrganizationUseCase = documentedEnum(
  'OrganizationUseCase',
  'Purpose for which an organization uses the platform.',
  {
    internalDocs: 'Internal documentation.',
    docsSite: 'A documentation site.',
    audienceControlledSite: 'A site for a known audience.',
    productDocs: 'Product documentation.',
    teamKnowledgeBase: 'The knowledge base of a team.',
    designSystem: 'A design system.',
    openSourceDocs: 'Documentation of open-source software.',
    notes: 'Notes.',
    other: 'Another kind.',
  },
);

/** Kinds of communities (`OrganizationCommunityType`). */
export const OrganizationCommunityType = documentedEnum('OrganizationCommunityType', 'Kind of a community.', {
  nonProfit: 'A non-profit organization.',
  openSource: 'An open-source project.',
  education: 'An educational institution.',
});

/** Product plans (`BillingProduct`). */
export const BillingProduct = documentedEnum('BillingProduct', 'Product plan of an organization.', billingProducts);

/** Billing periods (`BillingInterval`). */
export const BillingInterval = documentedEnum(
  'BillingInterval',
  'Billing period of an organization.',
  billingIntervals,
);

/** State of a trial (`BillingTrialStatus`). */
export const BillingTrialStatus = documentedEnum('BillingTrialStatus', 'State of the trial of a plan.', trialStatuses);

/** Decisions about the end of a trial. */
export const TrialDecision = documentedEnum('TrialDecision', 'Behaviour at the end of a trial.', trialDecisions);

/** Parties that can block an organization (`BlockSource`). */
export const BlockSource = documentedEnum('BlockSource', 'The party that blocked an organization.', blockSources);

/** Kinds of default content. */
export const DefaultContentType = documentedEnum('DefaultContentType', 'Kind of default content.', {
  site: 'A site.',
});
