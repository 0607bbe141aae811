import { can } from '../../../access/policy.js';
import type { TokenIssuer as Issuer } from '../../../access/token-issuers.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { accessTokensById } from './loaders.js';

/** Kinds of creators of access tokens. */
const TokenIssuer = documentedEnum('TokenIssuer', 'Kind of the creator of an access token.', {
  bootstrap:
    'The start of the server: `BOOTSTRAP_TOKEN`, or the token that the first start prints; it has the same rights as those of the operator.',
  operator:
    'The person who runs the command line; such a token also works in organizations that require single sign-on.',
  user: 'Its user.',
  sso: 'Its user, signed in through single sign-on.',
  link: 'Its user, signed in with a link by mail. It does not work in organizations that require single sign-on.',
} satisfies Record<Exclude<Issuer, 'session'>, string>);

/**
 * A token is visible only to its user. If the viewer's own token is bound to an organization, it sees only tokens bound
 * to that organization.
 */
const seesToken: Guard<Row<'AccessToken'>> = (token, { viewer }) =>
  viewer.kind !== 'anonymous' && viewer.userId === token.userId && can(viewer, 'viewer.viewTokens', token);

/** An access token, without its text, which is not stored. */
export const AccessToken = builder.node(builder.objectRef<Row<'AccessToken'>>('AccessToken'), {
  description:
    'A bearer token. The token itself is shown once, when it is created; afterwards only its user sees that it exists.',
  extensions: { guard: seesToken },
  id: { resolve: ({ id }) => id, description: 'Opaque id, which differs from the token.' },
  fields: (t) => ({
    name: t.exposeString('name', { description: describe('AccessToken', 'name') }),
    issuer: t.expose('issuer', { type: TokenIssuer, description: 'Its creator.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null for never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('AccessToken', 'lastUsedAt'),
    }),
    scopes: t.stringList({
      nullable: true,
      description: 'Scopes; null for all rights of its user.',
      resolve: ({ scopes }) => scopes as string[] | null,
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: "The one organization in which the token works; null for all of its user's.",
      resolve: ({ organizationId }, _args, { loaders }) =>
        organizationId === null ? null : loaders.load(organizationsById, organizationId),
    }),
  }),
});

registerNode('AccessToken', ({ loaders }, id) => loaders.load(accessTokensById, id));
