import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { memberKey, membersByKey } from '../members/loaders.js';
import { Member } from '../members/member.js';
import { MemberRole } from '../organizations/enums.js';
import { AccessToken } from '../tokens/access-token.js';
import { accessTokensById } from '../tokens/loaders.js';
import { TokenName } from '../tokens/token-operations.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import { createServiceAccount, serviceAccountName, updateServiceAccount } from './actions.js';
import { createServiceAccountToken } from './token-actions.js';

const ServiceAccountName = textScalar('ServiceAccountName', serviceAccountName);

const account = 'Id of the user that is the service account.';

mutation('createServiceAccount', {
  description:
    'Creates a service account: a user for a program, which belongs to one organization and cannot sign in. Requires a token without scopes, or a session.',
  policy: 'member.manageServiceAccounts',
  takes: 'A service account to create.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    name: t.field({ type: ServiceAccountName, required: true, description: 'Name, shown with its actions.' }),
    role: t.field({
      type: MemberRole,
      description: 'Role in the organization; absent or null makes it a guest.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, name, role = null }, context) => ({
    key: memberKey(organization, await createServiceAccount(context, { organization, name, role })),
  }),
  payload: {
    description: 'The new service account.',
    outputFields: (t) => ({
      member: t.field({
        type: Member,
        description: 'The service account as a member of its organization.',
        resolve: ({ key }, _args, { loaders }) => loaders.get(membersByKey, key),
      }),
    }),
  },
});

mutation('updateServiceAccount', {
  description: 'Renames a service account. Requires a token without scopes, or a session.',
  policy: 'member.manageServiceAccounts',
  takes: 'The new name of a service account.',
  input: (t) => ({
    serviceAccount: t.id({ required: true, description: account }),
    name: t.field({ type: ServiceAccountName, required: true, description: 'New name.' }),
  }),
  action: async ({ serviceAccount: id, name }, context) => {
    await updateServiceAccount(context, id, { name });
    return { id };
  },
  payload: {
    description: 'The renamed service account.',
    outputFields: (t) => ({
      user: t.field({
        type: User,
        description: 'The user that is the service account.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(usersById, id),
      }),
    }),
  },
});

mutation('createServiceAccountToken', {
  description:
    'Creates an access token for a service account, which works in its organization only, also if that requires single sign-on. Requires a token without scopes, or a session. At most 100 live tokens for each account.',
  policy: 'member.manageServiceAccounts',
  takes: 'An access token to create for a service account; absent fields do not restrict it.',
  input: (t) => ({
    serviceAccount: t.id({ required: true, description: account }),
    name: t.field({ type: TokenName, required: true, description: 'Purpose.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'When it expires, at most ten years ahead, no later than the token that creates it, and as the expiry policy of the organization allows. By default as late as these allow; never if neither has an end.',
      extensions: nullClears,
    }),
    scopes: t.stringList({
      description:
        'Scopes: `read`, `agent` or `resource:action`, as listed in the manual; by default all rights of the account.',
      extensions: nullClears,
    }),
  }),
  action: (input, context) => createServiceAccountToken(context, input),
  payload: {
    description: 'The new token.',
    outputFields: (t) => ({
      accessToken: t.field({
        type: AccessToken,
        description: 'The side to keep.',
        resolve: async ({ id }, _args, { loaders }) => {
          const token = await loaders.get(accessTokensById, id);
          return { ...token, listedIn: token.organizationId! };
        },
      }),
      token: t.exposeString('token', { description: 'The token itself, shown only here.' }),
    }),
  },
});
