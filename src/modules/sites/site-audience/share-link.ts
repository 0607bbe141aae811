import { can, requireRecentSignIn } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { addressesType } from '../../shared/addresses.js';
import { sitesById } from '../sites/loaders.js';
import { Site } from '../sites/site.js';
import { shareLinksById } from './loaders.js';
import { shareKeyOf } from './share-key.js';

type ShareLinkRow = Row<'ShareLink'>;

/** Name of a share link, such as the people who receive it. */
export const ShareLinkName = textScalar('ShareLinkName', {
  description: 'Name of a share link; may be empty.',
  minLength: 0,
  maxLength: 50,
});

/** Addresses of a share link. */
export const ShareLinkUrls = addressesType<ShareLinkRow>('ShareLinkUrls', {});

/**
 * Shows share links only to viewers with the permission `site.viewAudience`: anyone who sees a share link can open the
 * site.
 */
const seesShareLink: Guard<ShareLinkRow> = (link, { viewer }) => can(viewer, 'site.viewAudience', link);

/** A share link. */
export const ShareLink = builder.node(builder.objectRef<ShareLinkRow>('ShareLink'), {
  description: 'A secret that opens a published site whose visibility is `SHARE_LINK`.',
  extensions: { guard: seesShareLink, rest: { constants: { object: 'share-link' } } },
  id: { resolve: ({ id }) => id, description: describe('ShareLink', 'id') },
  fields: (t) => ({
    name: t.expose('name', { type: ShareLinkName, description: describe('ShareLink', 'name') }),
    active: t.exposeBoolean('active', { description: describe('ShareLink', 'active') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the link was made.' }),
    key: t.string({
      nullable: true,
      description: 'The secret.',
      resolve(link, _args, { viewer, sealer }) {
        requireRecentSignIn(viewer, 'site.viewAudience');
        return shareKeyOf(sealer, link);
      },
    }),
    site: t.field({
      type: Site,
      description: 'The site that it opens.',
      resolve: ({ siteId }, _args, { loaders }) => loaders.get(sitesById, siteId),
    }),
    urls: t.field({ type: ShareLinkUrls, description: 'Addresses of the link.', resolve: (link) => link }),
  }),
});

registerNode('ShareLink', ({ loaders }, id) => loaders.load(shareLinksById, id));
