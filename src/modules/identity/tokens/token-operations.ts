import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { viewerKey } from '../../shared/visible.js';
import { AccessToken } from './access-token.js';
import { revokeAccessToken } from './actions.js';
import { createAccessToken } from './creation-actions.js';
import { accessTokensById } from './loaders.js';
import { revokeOrganizationToken } from './organization-token-actions.js';
import { tokenName } from './token-rules.js';

/** Purpose of an access token. */
export const TokenName = textScalar('TokenName', tokenName);

builder.queryField('accessTokens', (t) =>
  listField(t, {
    type: AccessToken,
    description:
      "The caller's own access tokens, newest first. A token that is bound to an organization sees those bound to it.",
    args: {},
    authorize: (_root, { viewer }) => {
      if (viewer.kind === 'user') authorize(viewer, 'viewer.viewTokens', viewer);
    },
    list: (_args, context) => {
      const { viewer, read } = context;
      const boundOrganizationId = viewer.kind === 'user' ? viewer.organizationId : null;
      return {
        name: 'accessTokens',
        filters: [viewerKey(context), boundOrganizationId],
        order: { columns: ['id'], direction: 'desc' },
        query: () => {
          const ownTokens = read.sql
            .selectFrom('AccessToken')
            .selectAll()
            .where('userId', '=', viewer.kind === 'anonymous' ? '' : viewer.userId)
            .where('issuer', '!=', 'session');
          return boundOrganizationId === null ? ownTokens : ownTokens.where('organizationId', '=', boundOrganizationId);
        },
      };
    },
  }),
);

mutation('createAccessToken', {
  description:
    'Creates an access token for the caller; requires a token without scopes. The new token has at most the rights of the token that creates it. At most 100 live tokens, and as many for each organization that they are bound to.',
  policy: 'viewer.manageTokens',
  takes: 'An access token to create; absent fields do not restrict it.',
  input: (t) => ({
    name: t.field({ type: TokenName, required: true, description: 'Purpose.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'When it expires, at most ten years ahead; by default together with the token that creates it, or never if that has no end.',
      extensions: nullClears,
    }),
    scopes: t.stringList({
      description:
        'Scopes: `read`, `agent` or `resource:action`, as listed in the manual; by default all rights of its user.',
      extensions: nullClears,
    }),
    organization: t.id({
      description: "Id of the one organization that it works in; default: all of its user's.",
      extensions: nullClears,
    }),
  }),
  action: (input, context) => createAccessToken(context, input),
  payload: {
    description: 'The new token.',
    outputFields: (t) => ({
      accessToken: t.field({
        type: AccessToken,
        description: 'The side to keep.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(accessTokensById, id),
      }),
      token: t.exposeString('token', { description: 'The token itself, shown only here.' }),
    }),
  },
});

mutation('revokeAccessToken', {
  description:
    "Revokes one of the caller's access tokens; the next request with it is refused. Requires a token without scopes, except that every token may revoke itself.",
  policy: 'viewer.manageTokens',
  takes: 'The access token to revoke.',
  input: (t) => ({ accessToken: t.id({ required: true, description: 'Its id.' }) }),
  action: async ({ accessToken: id }, context) => {
    await revokeAccessToken(context, id);
    return { id };
  },
  payload: {
    description: 'The revoked token.',
    outputFields: (t) => ({ deletedId: t.exposeID('id', { description: 'Id of the revoked token.' }) }),
  },
});

mutation('revokeOrganizationToken', {
  description:
    'Revokes an access token in an organization; its next request there is refused. A token that is bound to the organization is deleted. Any other token is blocked there, and still works in the other organizations of its user.',
  policy: 'member.update',
  takes: 'The access token to revoke in an organization.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    accessToken: t.id({ required: true, description: 'Id of the access token.' }),
  }),
  action: async (input, context) => {
    await revokeOrganizationToken(context, input);
    return { id: input.accessToken };
  },
  payload: {
    description: 'The revoked token.',
    outputFields: (t) => ({ deletedId: t.exposeID('id', { description: 'Id of the revoked token.' }) }),
  },
});
