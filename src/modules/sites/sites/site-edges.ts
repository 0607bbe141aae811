import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { Space } from '../../content/spaces/space.js';
import { Organization } from '../../identity/organizations/organization.js';
import {
  byTitle,
  type Columns,
  hasChanged,
  orderChoice,
  rowOrder,
  searchArgument,
  updatedSince,
} from '../../shared/list-arguments.js';
import { containsFolded } from '../../shared/text-match.js';
import { isVisible, viewerKey } from '../../shared/visible.js';
import { sitesById } from './loaders.js';
import { Site } from './site.js';
import { SiteType } from './site-parts.js';
import { hasVisibleSpace } from './visible-spaces.js';

const SiteFilter = builder.inputType('SiteFilter', {
  description: 'Selection of sites; all members must hold.',
  fields: (t) => ({
    space: t.id({ description: 'Only sites that show the space with this id, if the caller may see it.' }),
    published: t.boolean({ description: 'Only published sites, or only others.' }),
    type: t.field({ type: [SiteType], description: 'Only sites of these plans.' }),
    updatedSince: updatedSince(t),
  }),
});

const siteOrder = orderChoice<Columns>('Site', {
  createdAt: { description: 'When the site was created.', order: { columns: ['id'] } },
  updatedAt: { description: 'When the site last changed.', order: { columns: ['updatedAt', 'id'] } },
  title: byTitle,
});

builder.objectFields(Organization, (t) => ({
  sites: listField(t, {
    type: Site,
    description: 'Sites of the organization, newest first.',
    args: {
      filter: t.arg({ type: SiteFilter, description: 'Selection of sites.' }),
      orderBy: siteOrder.argument(t),
      search: searchArgument(t, 'title'),
    },
    key: ({ id }) => id,
    list: ({ filter, orderBy, search }, context) => ({
      name: 'Organization.sites',
      filters: [viewerKey(context), filter, orderBy, search],
      order: rowOrder(siteOrder, orderBy),
      query: (organizationId) => {
        const { read } = context;
        const { space, published, type, updatedSince: since } = filter ?? {};
        let query = read.sql
          .selectFrom('Site')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where(isVisible(context, 'site.view'));
        if (search != null) query = query.where(containsFolded(read, 'titleKey', search));
        if (since != null)
          query = query.where(hasChanged(read, rowOrder(siteOrder, orderBy), { column: 'updatedAt', since }));
        if (published != null) query = query.where('published', '=', published);
        if (type != null) query = query.where(read.inList('type', type));
        if (space != null)
          query = query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('SiteSpace')
                .select('SiteSpace.id')
                .whereRef('SiteSpace.siteId', '=', 'Site.id')
                .where('SiteSpace.spaceId', '=', space)
                .where(hasVisibleSpace(context)),
            ),
          );
        return query;
      },
    }),
  }),
  site: t.field({
    type: Site,
    nullable: true,
    description: 'A site of the organization by its id.',
    args: { id: t.arg.id({ required: true, description: "The site's id." }) },
    resolve: async (organization, { id }, { loaders }) => {
      const site = await loaders.load(sitesById, id);
      return site?.organizationId === organization.id ? site : null;
    },
  }),
}));

builder.objectField(Space, 'sites', (t) =>
  listField(t, {
    type: Site,
    description: 'Sites that show the space and that the caller sees, newest first.',
    args: {},
    key: ({ organizationId, id }) => `${organizationId} ${id}`,
    list: (_args, context) => ({
      name: 'Space.sites',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId, spaceId) =>
        context.read.sql
          .selectFrom('Site')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where(isVisible(context, 'site.view'))
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('SiteSpace')
                .select('SiteSpace.id')
                .whereRef('SiteSpace.siteId', '=', 'Site.id')
                .where('SiteSpace.spaceId', '=', spaceId!)
                .where(hasVisibleSpace(context)),
            ),
          ),
    }),
  }),
);
