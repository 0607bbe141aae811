import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { addressesType } from '../../shared/addresses.js';
import { sitesById } from '../sites/loaders.js';
import { Site, SiteAgentsContext, SiteVisibility } from '../sites/site.js';
import { publishedAddress } from './published-address.js';
import type { PublishedView } from './published-view.js';

const PublishedSiteUrls = addressesType<PublishedView>('PublishedSiteUrls', {
  published: {
    description: 'Address of the site; null for callers whom it does not admit.',
    nullable: true,
    of: ({ site, visitor }, urls) => visitor && publishedAddress(urls, { site }, visitor.shareKey),
  },
});

/** A published site, as its visitor sees it. */
export const PublishedSite = builder.objectRef<PublishedView>('PublishedSite').implement({
  description: 'A published site as its visitor sees it: only the parts that its visibility and its conditions allow.',
  extensions: {
    guard: partOfGuardedObject,
    rest: { name: 'PublishedContentSite', constants: { object: 'published-content-site' } },
  },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the site.' }),
    title: t.string({ description: describe('Site', 'title'), resolve: ({ site }) => site.title }),
    visibility: t.field({
      type: SiteVisibility,
      description: describe('Site', 'visibility'),
      resolve: ({ site }) => site.visibility,
    }),
    agentsContext: t.field({
      type: SiteAgentsContext,
      description: describe('Site', 'agentsContext'),
      resolve: ({ site }) => site.agentsContext,
    }),
    urls: t.field({ type: PublishedSiteUrls, description: 'Addresses of the site.', resolve: (view) => view }),
    site: t.field({
      type: Site,
      nullable: true,
      description: 'The site with its settings; null for callers who are not members of its organization.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(sitesById, id),
    }),
    membersSite: t.field({
      type: Site,
      description: 'The site with its settings.',
      extensions: internal,
      resolve: ({ id }, _args, { loaders }) => loaders.get(sitesById, id),
    }),
  }),
});
