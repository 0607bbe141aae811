import { can } from '../../access/policy.js';
import type { TokenIssuer as Issuer } from '../../access/token-issuers.js';
import type { Guard } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { describe } from '../../graphql/describe.js';
import { documentedEnum } from '../../graphql/enums.js';
import { registerNode } from '../../graphql/nodes.js';
import type { Row } from '../../store/rows.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { accessTokensById } from './loaders.js';

/** Who makes tokens. */
export const TokenIssuer = documentedEnum('TokenIssuer', 'Who made an access token.', {
  bootstrap:
    "The server's start: `BOOTSTRAP_TOKEN`, or the token that the first start prints; works as the operator's do.",
  operator: 'Whoever runs the command line; such a token works where single sign-on is demanded, too.',
  user: 'Its user.',
  sso: 'A sign-in through single sign-on.',
} satisfies Record<Issuer, string>);

/** Tokens are their user's alone; one that is bound to an organization sees only those bound to it. */
const seesToken: Guard<Row<'AccessToken'>> = (token, { viewer }) =>
  viewer.kind !== 'anonymous' && viewer.userId === token.userId && can(viewer, 'viewer.viewTokens', token);

/** An access token, without the token itself, which is not kept. */
export const AccessToken = builder.node(builder.objectRef<Row<'AccessToken'>>('AccessToken'), {
  description: 'A bearer token. The token itself is shown once, when it is made; only its user sees that there is one.',
  extensions: { guard: seesToken },
  id: { resolve: ({ id }) => id, description: 'Opaque id, which is not the token.' },
  fields: (t) => ({
    name: t.exposeString('name', { description: describe('AccessToken', 'name') }),
    issuer: t.expose('issuer', { type: TokenIssuer, description: 'Who made it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ceases to work; null where it never does.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('AccessToken', 'lastUsedAt'),
    }),
    scopes: t.stringList({
      nullable: true,
      description: 'What it may do; null for everything that its user may.',
      resolve: ({ scopes }) => scopes as string[] | null,
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: "The one organization that it works in; null for all of its user's.",
      resolve: ({ organizationId }, _args, { loaders }) =>
        organizationId === null ? null : loaders.load(organizationsById, organizationId),
    }),
  }),
});

registerNode('AccessToken', ({ loaders }, id) => loaders.load(accessTokensById, id));
