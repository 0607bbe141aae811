import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { accessTokensById } from '../tokens/loaders.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';

/**
 * A session is visible to its user, with the same permission as tokens. The admins of the organization whose identity
 * provider signed the user in may see it, too.
 */
const seesSession: Guard<Row<'AccessToken'>> = (session, { viewer }) => {
  const { organizationId, userId } = session;
  if (viewer.kind === 'user' && viewer.userId === userId) return can(viewer, 'viewer.viewTokens', session);
  return organizationId !== null && can(viewer, 'member.viewAccess', { organizationId });
};

/** A session of a browser: a row of `AccessToken` whose issuer is `session`. */
export const Session = builder.node(builder.objectRef<Row<'AccessToken'>>('Session'), {
  description: 'A browser in which a person is signed in.',
  extensions: { guard: seesSession },
  id: { resolve: ({ id }) => id, description: 'Opaque id.' },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The person.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description:
        'Organization that vouched for the person, and the only one in which the session works; null for all organizations of the person.',
      resolve: ({ organizationId }, _args, { loaders }) =>
        organizationId === null ? null : loaders.load(organizationsById, organizationId),
    }),
    address: t.exposeString('remoteAddress', {
      nullable: true,
      description: describe('AccessToken', 'remoteAddress'),
    }),
    userAgent: t.exposeString('userAgent', { nullable: true, description: describe('AccessToken', 'userAgent') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person signed in.' }),
    lastSeenAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session was last used, to within five minutes.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session ends: 12 hours after its last use, and at most 30 days after the sign-in.',
    }),
    isCurrent: t.boolean({
      description: 'Whether the request uses this session.',
      resolve: ({ id }, _args, { viewer }) => viewer.kind === 'user' && viewer.tokenId === id,
    }),
  }),
});

registerNode('Session', async ({ loaders }, id) => {
  const row = await loaders.load(accessTokensById, id);
  return row && isLive(row) ? row : null;
});

function isLive({ expiresAt }: Row<'AccessToken'>): boolean {
  return expiresAt === null || expiresAt > new Date().toISOString();
}
