import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { viewerKey } from '../../shared/visible.js';
import { Organization, owned } from '../organizations/organization.js';
import { AccessToken } from './access-token.js';
import { organizationTokens } from './organization-tokens.js';

const AccessTokenFilter = builder.inputType('AccessTokenFilter', {
  description: 'Selection of access tokens.',
  fields: (t) => ({ user: t.id({ description: 'Returns only the tokens of this user.' }) }),
});

builder.objectField(Organization, 'accessTokens', (t) =>
  listField(t, {
    type: AccessToken,
    description:
      'Access tokens that work in the organization, newest first, for its admins: those of its members that are bound to it or to no organization. Tokens that are blocked in the organization are left out.',
    args: { filter: t.arg({ type: AccessTokenFilter, description: 'Selection of tokens.' }) },
    key: ({ id }) => id,
    authorize: (organization, { viewer }) => authorize(viewer, 'member.viewAccess', owned(organization)),
    list: ({ filter }, context) => ({
      name: 'Organization.accessTokens',
      filters: [viewerKey(context), filter],
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) => {
        const all = organizationTokens(context.read, organizationId!);
        return filter?.user == null ? all : all.where('AccessToken.userId', '=', filter.user);
      },
    }),
  }),
);
