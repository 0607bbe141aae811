import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { addressesType } from '../../shared/addresses.js';
import type { PublishedPart } from './published-part.js';
import { PublishedSpace, spaceAddress } from './published-space.js';
import { PublishedStructureItem } from './published-structure-item.js';
import type { VisibleSpace } from './visible-tree.js';

type Part = PublishedPart<VisibleSpace>;

const PublishedSiteSpaceUrls = addressesType<Part>('PublishedSiteSpaceUrls', {
  published: {
    description: 'Address of the space on the site; null for callers whom the site does not admit.',
    nullable: true,
    of: (part, urls) => spaceAddress(part, urls),
  },
});

/** A space on a published site, as its visitor sees it. */
export const PublishedSiteSpace = builder.objectRef<Part>('PublishedSiteSpace').implement({
  description: 'A space on a published site, as its visitor sees it: the content is that of the head.',
  interfaces: [PublishedStructureItem],
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'site-space' } } },
  fields: (t) => ({
    path: t.string({ description: describe('SiteSpace', 'path'), resolve: ({ item }) => item.row.path }),
    title: t.string({ description: 'Title of the space.', resolve: ({ item }) => item.space.title }),
    default: t.boolean({
      description: 'Whether it is the default of its section, or of a site without sections.',
      resolve: ({ item }) => item.isDefault,
    }),
    sectionId: t.id({
      nullable: true,
      description: 'Id of its section; null on a site without sections.',
      resolve: ({ item }) => item.section?.id,
    }),
    condition: t.string({
      nullable: true,
      description: 'Condition that decides whether visitors see it. Not shown to visitors.',
      extensions: internal,
      resolve: () => null,
    }),
    hasAdvancedCustomizationFeature: t.boolean({
      description: 'Whether its customization can be changed: always, as no plan restricts it.',
      extensions: internal,
      resolve: () => true,
    }),
    space: t.field({ type: PublishedSpace, description: 'The space itself.', resolve: (part) => part }),
    urls: t.field({ type: PublishedSiteSpaceUrls, description: 'Addresses of the space.', resolve: (part) => part }),
  }),
});
