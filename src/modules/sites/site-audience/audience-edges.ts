import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { viewerKey } from '../../shared/visible.js';
import { Site } from '../sites/site.js';
import { SitePublishingAuth } from './publishing-auth.js';
import { ShareLink } from './share-link.js';

builder.objectFields(Site, (t) => ({
  shareLinks: listField(t, {
    type: ShareLink,
    description: 'Share links of the site, newest first; requires the role admin.',
    args: {},
    authorize: (site, { viewer }) => authorize(viewer, 'site.viewAudience', site),
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Site.shareLinks',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (siteId) => context.read.sql.selectFrom('ShareLink').selectAll().where('siteId', '=', siteId!),
    }),
  }),
  publishingAuth: t.field({
    type: SitePublishingAuth,
    nullable: true,
    description: 'How visitors of the site are authenticated; requires the role admin.',
    resolve: (site, _args, { viewer }) => {
      authorize(viewer, 'site.viewAudience', site);
      return site;
    },
  }),
}));
