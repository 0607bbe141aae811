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

/** Roles of members; `MemberRole` in `openapi.json`. */
export const MemberRole = documentedEnum(
  'MemberRole',
  'Role of a member; every role includes the ones below it.',
  memberRoles,
);

/** Values for filtering members by role. Guests have no role, and a filter cannot be null, so `guest` is a value. */
export const MemberRoleFilter = documentedEnum('MemberRoleFilter', 'A role to filter members by, or guests.', {
  ...memberRoles,
  guest: 'No role: the member sees only objects that were granted.',
});

/** Kinds of organizations; `OrganizationType` in `openapi.json`. */
export const OrganizationType = documentedEnum('OrganizationType', 'Kind of an organization.', {
  business: 'A business.',
  community: 'A community.',
});

/** Purposes that organizations use the platform for; `OrganizationUseCase` in `openapi.json`. */
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

/** Kinds of communities; `OrganizationCommunityType` in `openapi.json`. */
export const OrganizationCommunityType = documentedEnum('OrganizationCommunityType', 'Kind of a community.', {
  nonProfit: 'A non-profit organization.',
  openSource: 'An open-source project.',
  education: 'An educational institution.',
});

/** Product plans; `BillingProduct` in `openapi.json`. */
export const BillingProduct = documentedEnum('BillingProduct', 'Product plan of an organization.', billingProducts);

/** Billing periods; `BillingInterval` in `openapi.json`. */
export const BillingInterval = documentedEnum(
  'BillingInterval',
  'Billing period of an organization.',
  billingIntervals,
);

/** States of a trial; `BillingTrialStatus` in `openapi.json`. */
export const BillingTrialStatus = documentedEnum('BillingTrialStatus', 'State of the trial of a plan.', trialStatuses);

/** Effects that the end of a trial can have. */
export const TrialDecision = documentedEnum('TrialDecision', 'Behaviour at the end of a trial.', trialDecisions);

/** Parties that can block an organization; `BlockSource` in `openapi.json`. */
export const BlockSource = documentedEnum('BlockSource', 'The party that blocked an organization.', blockSources);

/** Kinds of content that an organization can show first. */
export const DefaultContentType = documentedEnum('DefaultContentType', 'Kind of default content.', {
  site: 'A site.',
});
