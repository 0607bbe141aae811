import { can } from '../../../access/policy.js';
import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { addressesType, locationAddress } from '../../shared/addresses.js';
import { MemberRole } from '../organizations/enums.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { teamsById } from '../teams/loaders.js';
import { Team } from '../teams/team.js';
import { samlProvidersById } from './loaders.js';
import { isActive, type Service, serviceOf } from './parties.js';
import { SamlAttributeName, SamlProviderCertificate, SamlProviderEntityID, SamlProviderLabel } from './saml-scalars.js';

type Provider = Row<'SamlProvider'>;

/** States of a provider: whether people can sign in with it; `SAMLProviderStatus` in `openapi.json`. */
const SamlProviderStatus = documentedEnum('SAMLProviderStatus', 'Whether people can sign in with a provider.', {
  active: 'They can.',
  pending: 'Its address, its name or its certificate is missing.',
});

const SamlService = builder.objectRef<Service>('SamlService').implement({
  description: 'The data that this server gives to an identity provider.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    acsURL: t.expose('acsURL', {
      type: 'URL',
      description: 'Address to which the identity provider posts its answers.',
    }),
    startURL: t.expose('startURL', { type: 'URL', description: 'Address at which people start to sign in.' }),
    entityID: t.expose('entityID', {
      type: SamlProviderEntityID,
      description: 'Entity id of this server; also the address of its metadata.',
    }),
  }),
});

const SamlProviderUrls = addressesType<Provider>('SamlProviderUrls', {
  location: locationAddress(({ organizationId, id }) => `/orgs/${organizationId}/saml/${id}`),
});

/** Only admins see all fields of a provider. Other members see only its sign-in address. */
const seesProvider: Guard<Provider> = (provider, { viewer }) => can(viewer, 'sso.view', provider);

/** A SAML provider. Until a required setting is stored, its field is an empty text, or `about:blank` for the URL. */
export const SamlProvider = builder.node(builder.objectRef<Provider>('SamlProvider'), {
  description: 'An identity provider that signs the members of an organization in by SAML.',
  extensions: {
    guard: seesProvider,
    rest: { constants: { object: 'saml-provider' }, name: 'OrganizationSAMLProvider' },
  },
  id: { resolve: ({ id }) => id, description: describe('SamlProvider', 'id') },
  fields: (t) => ({
    label: t.expose('label', { type: SamlProviderLabel, description: describe('SamlProvider', 'label') }),
    ssoURL: t.field({
      type: 'URL',
      description: `${describe('SamlProvider', 'ssoURL')} \`about:blank\` until it is set.`,
      resolve: ({ ssoURL }) => ssoURL ?? 'about:blank',
    }),
    entityID: t.field({
      type: SamlProviderEntityID,
      description: `${describe('SamlProvider', 'entityID')} Empty until it is set.`,
      resolve: ({ entityID }) => entityID ?? '',
    }),
    certificate: t.field({
      type: SamlProviderCertificate,
      description: `${describe('SamlProvider', 'certificate')} Empty until it is set.`,
      resolve: ({ certificate }) => certificate ?? '',
    }),
    nextCertificate: t.field({
      type: SamlProviderCertificate,
      description: `${describe('SamlProvider', 'nextCertificate')} Empty if there is none.`,
      resolve: ({ nextCertificate }) => nextCertificate ?? '',
    }),
    groupsAttribute: t.expose('groupsAttribute', {
      type: SamlAttributeName,
      nullable: true,
      description: describe('SamlProvider', 'groupsAttribute'),
    }),
    defaultTeam: t.field({
      type: Team,
      nullable: true,
      description: 'Team that people join at their first sign-in; null for none.',
      resolve: ({ defaultTeamId }, _args, { loaders }) =>
        defaultTeamId === null ? null : loaders.load(teamsById, defaultTeamId),
    }),
    defaultRole: t.expose('defaultRole', {
      type: MemberRole,
      nullable: true,
      description: describe('SamlProvider', 'defaultRole'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the provider was added.' }),
    status: t.field({
      type: SamlProviderStatus,
      description: 'Whether people can sign in with it.',
      resolve: (provider) => (isActive(provider) ? 'active' : 'pending'),
    }),
    service: t.field({
      type: SamlService,
      description: 'The data to enter at the provider for this server.',
      extensions: syncField,
      resolve: ({ id }, _args, { urls }) => serviceOf(urls, id),
    }),
    organization: t.field({
      type: Organization,
      description: 'Organization whose members sign in with it.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    urls: t.field({ type: SamlProviderUrls, description: 'Addresses of the provider.', resolve: (it) => it }),
  }),
});

registerNode('SamlProvider', ({ loaders }, id) => loaders.load(samlProvidersById, id));
