import { can, type Owned } from '../../../access/policy.js';
import { roleOnOwnTeams } from '../../../access/team-access.js';
import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { addressesType, appAddress, locationAddress } from '../../shared/addresses.js';
import { permissionsType } from '../../shared/permissions.js';
import { type RuleSet, StandaloneMergeRules } from '../merge-rule-settings/merge-rule-types.js';
import {
  BillingProduct,
  DefaultContentType,
  MemberRole,
  OrganizationCommunityType,
  OrganizationType,
  OrganizationUseCase,
} from './enums.js';
import { organizationsById } from './loaders.js';

type Organization = Row<'Organization'>;

const OrganizationUrls = addressesType<Organization>('OrganizationUrls', {
  location: locationAddress(({ id }) => `/orgs/${id}`),
  app: appAddress(),
  logo: { description: describe('Organization', 'logo'), nullable: true, of: ({ logo }) => logo },
});

const OrganizationDefaultContent = builder.objectRef<{ site: string }>('OrganizationDefaultContent').implement({
  description: 'Content that people see first when they open the organization.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    type: t.field({ type: DefaultContentType, description: 'Kind.', resolve: () => 'site' }),
    site: t.exposeID('site', { description: 'Id of the site.' }),
  }),
});

const OrganizationPermissions = permissionsType('OrganizationPermissions', {
  view: { action: 'organization.view', description: 'See the organization.' },
  admin: { action: 'organization.update', description: 'Change its settings.' },
  ownTeam: { action: 'team.manage', description: 'Manage a team, as its owner.', onOtherObject: true },
  createContent: { action: 'organization.createContent', description: 'Create spaces and collections.' },
  createOpenAPISpec: { action: 'openapi.edit', description: 'Register OpenAPI specifications.' },
  ingestConversations: { action: 'conversation.ingest', description: 'Ingest conversations.' },
  viewBilling: { action: 'organization.viewBilling', description: 'See billing.' },
  listMembers: { action: 'member.view', description: 'List members.' },
  listTeams: { action: 'team.view', description: 'List teams.' },
  listIntegrations: { action: null, description: 'List integrations.' },
  listInstallations: { action: null, description: 'List installations of integrations.' },
  installIntegration: { action: null, description: 'Install integrations.' },
});

/**
 * Returns the argument for permission checks on the organization itself. The checks read the id of an organization from
 * `organizationId`.
 */
export const owned = ({ id }: Organization): Owned => ({ organizationId: id });

/**
 * An organization. It is visible to its members, including guests, and to users who find it by the domain of their
 * e-mail address.
 */
export const Organization = builder.node(builder.objectRef<Organization>('Organization'), {
  description: 'A group of members, teams, spaces, collections and sites, with its settings.',
  extensions: {
    guard: ((organization, { viewer }) =>
      'joinable' in organization ||
      can(viewer, 'organization.view', owned(organization))) satisfies Guard<Organization>,
    rest: { constants: { object: 'organization' } },
  },
  id: { resolve: (organization) => organization.id, description: describe('Organization', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('Organization', 'title') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    emailDomains: t.stringList({
      description: describe('Organization', 'emailDomains'),
      resolve: (organization) => organization.emailDomains as string[],
    }),
    hostname: t.exposeString('hostname', { nullable: true, description: describe('Organization', 'hostname') }),
    type: t.expose('type', { type: OrganizationType, description: 'Kind of the organization.' }),
    useCase: t.expose('useCase', {
      type: OrganizationUseCase,
      nullable: true,
      description: 'Purpose for which it uses the platform.',
    }),
    communityType: t.expose('communityType', {
      type: OrganizationCommunityType,
      nullable: true,
      description: 'Kind of community.',
    }),
    defaultRole: t.expose('defaultRole', {
      type: MemberRole,
      nullable: true,
      description: describe('Organization', 'defaultRole'),
    }),
    defaultContent: t.field({
      type: OrganizationDefaultContent,
      nullable: true,
      description: 'Content that people see first when they open the organization.',
      resolve: ({ defaultSiteId }) => (defaultSiteId ? { site: defaultSiteId } : null),
    }),
    sso: t.exposeBoolean('sso', { description: describe('Organization', 'sso') }),
    ai: t.exposeBoolean('ai', { description: describe('Organization', 'ai') }),
    inviteLinks: t.exposeBoolean('inviteLinks', { description: describe('Organization', 'inviteLinks') }),
    mergeRules: t.field({
      type: StandaloneMergeRules,
      description: describe('Organization', 'mergeRules'),
      resolve: ({ mergeRules }) => mergeRules as unknown as RuleSet,
    }),
    maxTokenDays: t.exposeInt('maxTokenDays', {
      nullable: true,
      description: describe('Organization', 'maxTokenDays'),
    }),
    plan: t.expose('plan', { type: BillingProduct, description: describe('Organization', 'plan') }),
    urls: t.field({
      type: OrganizationUrls,
      description: 'Addresses of the organization.',
      resolve: (organization) => organization,
    }),
    permissions: t.field({
      type: OrganizationPermissions.type,
      description: 'Rights of the caller in the organization.',
      resolve: (organization, _args, context) =>
        OrganizationPermissions.of(context.viewer, owned(organization), {
          ownTeam: () => roleOnOwnTeams(context, owned(organization)),
        }),
    }),
  }),
});

registerNode('Organization', (context, id) => context.loaders.load(organizationsById, id));
