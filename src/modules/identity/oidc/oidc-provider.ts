import { can } from '../../../access/policy.js';
import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { MemberRole } from '../organizations/enums.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { SamlProviderLabel } from '../sso/saml-scalars.js';
import { teamsById } from '../teams/loaders.js';
import { Team } from '../teams/team.js';
import { oidcProvidersById } from './loaders.js';
import { type OidcService, oidcServiceOf } from './parties.js';
import { oidcTextLimits } from './provider-rules.js';

/** Client id that an OpenID provider gave to this server. */
export const OidcClientID = textScalar('OidcClientID', {
  description: 'Client id of this server at an OpenID provider.',
  minLength: 1,
  maxLength: oidcTextLimits.clientId,
});

/** Client secret of this server at an OpenID provider. Only inputs have fields of this type. */
export const OidcClientSecret = textScalar('OidcClientSecret', {
  description: 'Client secret of this server at an OpenID provider. It is never shown.',
  minLength: 1,
  maxLength: oidcTextLimits.clientSecret,
});

/** Name of a claim, used for the claim that lists the groups of a person. */
export const OidcClaim = textScalar('OidcClaim', {
  description: 'Name of a claim, such as `groups`.',
  minLength: 1,
  maxLength: oidcTextLimits.groupsClaim,
});

type Provider = Row<'OidcProvider'>;

const OidcServiceType = builder.objectRef<OidcService>('OidcService').implement({
  description: 'The addresses of this server to enter at an OpenID provider.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    callbackURL: t.expose('callbackURL', {
      type: 'URL',
      description: 'Address to which the provider redirects people (redirect URI).',
    }),
    startURL: t.expose('startURL', { type: 'URL', description: 'Address at which people start to sign in.' }),
    backchannelLogoutURL: t.expose('backchannelLogoutURL', {
      type: 'URL',
      description: 'Address to which the provider reports that a person signed out there.',
    }),
    postLogoutURL: t.expose('postLogoutURL', {
      type: 'URL',
      description: 'Address to which the provider redirects people who signed out (post-logout redirect URI).',
    }),
  }),
});

/** Only admins see all fields of a provider. Other members see only its sign-in address. */
const seesProvider: Guard<Provider> = (provider, { viewer }) => can(viewer, 'sso.view', provider);

/** An OpenID provider. No field contains its client secret. */
export const OidcProvider = builder.node(builder.objectRef<Provider>('OidcProvider'), {
  description: 'An identity provider that signs the members of an organization in by OpenID Connect.',
  extensions: { guard: seesProvider },
  id: { resolve: ({ id }) => id, description: describe('OidcProvider', 'id') },
  fields: (t) => ({
    label: t.expose('label', { type: SamlProviderLabel, description: describe('OidcProvider', 'label') }),
    issuer: t.expose('issuer', { type: 'URL', description: describe('OidcProvider', 'issuer') }),
    clientId: t.expose('clientId', { type: OidcClientID, description: describe('OidcProvider', 'clientId') }),
    hasClientSecret: t.boolean({
      description: 'Whether the provider has a client secret. Without one, only PKCE protects the sign-ins.',
      resolve: ({ clientSecret }) => clientSecret !== null,
    }),
    groupsClaim: t.expose('groupsClaim', {
      type: OidcClaim,
      nullable: true,
      description: describe('OidcProvider', 'groupsClaim'),
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
      description: describe('OidcProvider', 'defaultRole'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the provider was added.' }),
    service: t.field({
      type: OidcServiceType,
      description: 'The addresses of this server to enter at the provider.',
      extensions: syncField,
      resolve: ({ id }, _args, { urls }) => oidcServiceOf(urls, id),
    }),
    organization: t.field({
      type: Organization,
      description: 'Organization whose members sign in with it.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
  }),
});

registerNode('OidcProvider', ({ loaders }, id) => loaders.load(oidcProvidersById, id));
