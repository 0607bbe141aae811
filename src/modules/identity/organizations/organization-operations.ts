import { maxExpiryDays } from '../../../access/token-limits.js';
import { organizationsOf } from '../../../access/viewer.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { StandaloneMergeRulesInput, storedRules } from '../merge-rule-settings/merge-rule-types.js';
import { updateOrganization } from './actions.js';
import { MemberRole } from './enums.js';
import { organizationsById } from './loaders.js';
import { Organization } from './organization.js';

export const OrganizationTitle = textScalar('OrganizationTitle', {
  description: 'Name of an organization.',
  minLength: 2,
  maxLength: 255,
});

const OrganizationHostname = textScalar('OrganizationHostname', {
  description: 'Default hostname for public content.',
  minLength: 3,
  maxLength: 32,
});

const EmailDomain = textScalar('EmailDomain', {
  description: 'Domain of e-mail addresses, such as `example.org`.',
  minLength: 1,
  maxLength: 253,
  pattern: '^[^@\\s]+$',
});

builder.queryFields((t) => ({
  organizations: listField(t, {
    type: Organization,
    description: "The caller's organizations, newest first.",
    args: {},
    list: (_args, { viewer, read }) => {
      const ownOrganizationIds = organizationsOf(viewer);
      return {
        name: 'organizations',
        filters: viewer.kind === 'user' ? viewer.userId : viewer.kind,
        order: { columns: ['id'], direction: 'desc' },
        query: () => {
          const all = read.sql.selectFrom('Organization').selectAll();
          return ownOrganizationIds === null ? all : all.where(read.inList('id', ownOrganizationIds));
        },
      };
    },
  }),
  organization: t.field({
    type: Organization,
    nullable: true,
    description: 'An organization by its id.',
    args: { id: t.arg.id({ required: true, description: "The organization's id." }) },
    extensions: { policy: 'guard of Organization' },
    resolve: (_root, { id }, { loaders }) => loaders.load(organizationsById, id),
  }),
}));

const DefaultContentInput = builder.inputType('OrganizationDefaultContentInput', {
  description: 'Content that people see first when they open the organization; only sites are supported.',
  isOneOf: true,
  extensions: { rest: { discriminator: { property: 'type', mapping: { site: 'site' } } } },
  fields: (t) => ({ site: t.id({ description: 'Id of a site of the organization.' }) }),
});

mutation('updateOrganization', {
  description: 'Updates the settings of an organization.',
  policy: 'organization.update',
  takes: 'Changes to an organization; absent fields stay.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.field({ type: OrganizationTitle, description: 'New title.' }),
    emailDomains: t.field({
      type: [EmailDomain],
      description:
        'Domains whose verified addresses may join, at most 100; replaces the whole list. Stored in lower case, as ASCII.',
    }),
    hostname: t.field({
      type: OrganizationHostname,
      description: 'Default hostname for public content.',
    }),
    defaultRole: t.field({
      type: MemberRole,
      description: 'Role of people who join without an invitation; null makes them guests.',
      extensions: nullClears,
    }),
    defaultContent: t.field({
      type: DefaultContentInput,
      description: 'Content that is shown first; null for none.',
      extensions: nullClears,
    }),
    logo: t.field({ type: 'URL', description: 'Address of the logo; null for none.', extensions: nullClears }),
    sso: t.boolean({ description: 'Whether single sign-on is enforced.' }),
    ai: t.boolean({ description: 'Whether AI features are on.' }),
    inviteLinks: t.boolean({ description: 'Whether invite links may be used.' }),
    mergeRules: t.field({
      type: StandaloneMergeRulesInput,
      description: 'Rules for merging change requests.',
    }),
    maxTokenDays: t.int({
      description: `Expiry policy: number of days after its creation for which an access token works in the organization, 1 to ${maxExpiryDays}; null for no limit. It does not hold for tokens of the operator.`,
      extensions: { rest: { graphOnly: true, nullClears: 'graph', schema: { minimum: 1, maximum: maxExpiryDays } } },
    }),
  }),
  action: async ({ organization, mergeRules, defaultContent, ...otherChanges }, context) => {
    await updateOrganization(context, organization, {
      ...otherChanges,
      defaultContent: defaultContent && { type: 'site', site: defaultContent.site! },
      mergeRules: storedRules(mergeRules),
    });
    return { id: organization };
  },
  payload: {
    description: 'The changed organization.',
    outputFields: (t) => ({
      organization: t.field({
        type: Organization,
        description: 'The organization after the change.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(organizationsById, id),
      }),
    }),
  },
});
