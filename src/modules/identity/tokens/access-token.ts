import { can } from '../../../access/policy.js';
import type { TokenIssuer as Issuer } from '../../../access/token-issuers.js';
import { tokenEnd } from '../../../access/token-limits.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import { accessTokensById } from './loaders.js';

/** Kinds of creators of access tokens. */
const TokenIssuer = documentedEnum('TokenIssuer', 'Kind of the creator of an access token.', {
  bootstrap:
    'The start of the server: `BOOTSTRAP_TOKEN`, or the token that the first start prints; it has the same rights as those of the operator.',
  operator:
    'The person who runs the command line; such a token also works in organizations that require single sign-on.',
  admin: 'An admin, for a service account; or that account itself, with such a token.',
  user: 'Its user.',
  sso: 'Its user, signed in through single sign-on.',
  link: 'Its user, signed in with a link by mail. It does not work in organizations that require single sign-on.',
} satisfies Record<Exclude<Issuer, 'session'>, string>);

/**
 * A token. In the list of an organization, `listedIn` is the id of that organization, and its admins may see the row.
 */
export type TokenRow = Row<'AccessToken'> & { listedIn?: string };

/**
 * A token is visible only to its user, except in the list of an organization, where it is visible to the admins. If the
 * viewer's own token is bound to an organization, the viewer sees only tokens bound to that organization.
 */
const seesToken: Guard<TokenRow> = (token, { viewer }) =>
  token.listedIn === undefined
    ? viewer.kind !== 'anonymous' && viewer.userId === token.userId && can(viewer, 'viewer.viewTokens', token)
    : can(viewer, 'member.viewAccess', { organizationId: token.listedIn });

/** An access token without its text, because only a hash of the text is stored. */
export const AccessToken = builder.node(builder.objectRef<TokenRow>('AccessToken'), {
  description:
    'A bearer token. The token itself is shown once, when it is created. Afterwards only its user sees that it exists, and the admins of the organizations in which it works.',
  extensions: { guard: seesToken },
  id: { resolve: ({ id }) => id, description: 'Opaque id, which differs from the token.' },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The user to whom it belongs.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    name: t.exposeString('name', { description: describe('AccessToken', 'name') }),
    issuer: t.expose('issuer', { type: TokenIssuer, description: 'Its creator.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null for never.',
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it stops working in its organization, or in the organization that lists it; null for never. The expiry policy of the organization (`maxTokenDays`) can end it before it expires.',
      resolve: async (token, _args, { loaders }) => {
        const organizationId = token.listedIn ?? token.organizationId;
        const organization = organizationId === null ? null : await loaders.load(organizationsById, organizationId);
        return tokenEnd(token, organization?.maxTokenDays ?? null);
      },
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('AccessToken', 'lastUsedAt'),
    }),
    lastUsedAddress: t.exposeString('lastUsedAddress', {
      nullable: true,
      description: describe('AccessToken', 'lastUsedAddress'),
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
