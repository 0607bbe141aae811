import { can, requireRecentSignIn } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { VisitorAuthBackend } from '../../content/spaces/space-parts.js';
import { Site } from '../sites/site.js';
import { oldSigningKeyOf } from './keys.js';
import { ensureSigningKey } from './publishing-auth-actions.js';

type SiteRow = Row<'Site'>;

/**
 * Shows the authentication only to viewers with the permission `site.viewAudience`: its key lets the holder sign in as
 * any visitor.
 */
const seesAuth: Guard<SiteRow> = (site, { viewer }) => can(viewer, 'site.viewAudience', site);

/** Authentication of visitors of a site (`SitePublishingAuth`). */
export const SitePublishingAuth = builder.objectRef<SiteRow>('SitePublishingAuth').implement({
  description: 'Authentication of visitors of a site: by a token that the key signs.',
  extensions: { guard: seesAuth, rest: { constants: { object: 'publishing-auth' } } },
  fields: (t) => ({
    backend: t.field({
      type: VisitorAuthBackend,
      description: 'Backend that authenticates visitors: always `CUSTOM`, that is, anyone who has the key.',
      resolve: () => 'custom',
    }),
    integration: t.string({
      nullable: true,
      description: 'Name of the integration that signs visitors in; null, as none is installed.',
      resolve: () => null,
    }),
    privateKey: t.string({
      description: 'Key that signs tokens of visitors (HS256).',
      resolve: privateKeyOf,
    }),
    oldPrivateKey: t.string({
      nullable: true,
      description: 'The previous key, while tokens that it signed are still accepted.',
      resolve(site, _args, { viewer, sealer }) {
        requireRecentSignIn(viewer, 'site.viewAudience');
        return oldSigningKeyOf(sealer, site, new Date());
      },
    }),
    oldPrivateKeyEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When tokens of the previous key are no longer accepted; null if there is none.',
      resolve: ({ oldSigningKeyEndsAt }) => oldSigningKeyEndsAt,
    }),
    fallbackURL: t.expose('fallbackUrl', { type: 'URL', nullable: true, description: describe('Site', 'fallbackUrl') }),
    site: t.field({ type: Site, description: 'The site.', resolve: (site) => site }),
  }),
});

/** Returns the signing key. Creates the key if the site has none. */
function privateKeyOf(site: SiteRow, _args: object, context: Context): string | Promise<string> {
  requireRecentSignIn(context.viewer, 'site.viewAudience');
  if (site.signingKey !== null) return context.sealer.open('signing-key', site.signingKey);
  return ensureSigningKey(context, { organization: site.organizationId, site: site.id });
}
