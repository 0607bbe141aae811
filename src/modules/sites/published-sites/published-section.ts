import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { addressesType } from '../../shared/addresses.js';
import { Icon } from '../../shared/icon.js';
import { publishedAddress } from './published-address.js';
import { type PublishedPart, partOf } from './published-part.js';
import { PublishedSiteSpace } from './published-site-space.js';
import { PublishedStructureItem } from './published-structure-item.js';
import type { VisibleGroup, VisibleSection } from './visible-tree.js';

type Section = PublishedPart<VisibleSection>;
type Group = PublishedPart<VisibleGroup>;

const PublishedSectionUrls = addressesType<Section>('PublishedSectionUrls', {
  published: {
    description: 'Address of the section; null for callers whom the site does not admit.',
    nullable: true,
    of: ({ view: { site, visitor }, item }, urls) =>
      visitor && publishedAddress(urls, { site, section: item.row }, visitor.shareKey),
  },
});

/** A section of a published site, as its visitor sees it. */
export const PublishedSection = builder.objectRef<Section>('PublishedSection').implement({
  description: 'A section of a published site, as its visitor sees it.',
  interfaces: [PublishedStructureItem],
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'site-section' } } },
  fields: (t) => ({
    title: t.string({ description: describe('SiteSection', 'title'), resolve: ({ item }) => item.row.title }),
    description: t.string({
      nullable: true,
      description: describe('SiteSection', 'description'),
      resolve: ({ item }) => item.row.description,
    }),
    path: t.string({ description: describe('SiteSection', 'path'), resolve: ({ item }) => item.row.path }),
    icon: t.field({
      type: Icon,
      nullable: true,
      description: describe('SiteSection', 'icon'),
      resolve: ({ item }) => item.row.icon,
    }),
    default: t.boolean({
      description: 'Whether it is the default of the site.',
      resolve: ({ item }) => item.isDefault,
    }),
    condition: t.string({
      nullable: true,
      description: 'Condition that decides whether visitors see it. Not shown to visitors.',
      extensions: internal,
      resolve: () => null,
    }),
    siteSpaces: arrayField(t, {
      type: PublishedSiteSpace,
      description: 'Its spaces, in their order.',
      args: {},
      items: async ({ view, item }) => ({
        identity: ['PublishedSection.siteSpaces', item.id],
        items: item.siteSpaces.map((one) => partOf(view, one)),
      }),
    }),
    siteSpaceList: t.field({
      type: [PublishedSiteSpace],
      description: 'Its spaces, in their order.',
      extensions: internal,
      resolve: ({ view, item }) => item.siteSpaces.map((one) => partOf(view, one)),
    }),
    urls: t.field({ type: PublishedSectionUrls, description: 'Addresses of the section.', resolve: (part) => part }),
  }),
});

/** A group of sections of a published site, as its visitor sees it. */
export const PublishedSectionGroup = builder.objectRef<Group>('PublishedSectionGroup').implement({
  description: 'A group of sections of a published site, as its visitor sees it.',
  interfaces: [PublishedStructureItem],
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'site-section-group' }, parentOf: true } },
  fields: (t) => ({
    title: t.string({ description: describe('SiteSectionGroup', 'title'), resolve: ({ item }) => item.row.title }),
    icon: t.field({
      type: Icon,
      nullable: true,
      description: describe('SiteSectionGroup', 'icon'),
      resolve: ({ item }) => item.row.icon,
    }),
    sectionList: t.field({
      type: [PublishedSection],
      description: 'The sections in it.',
      extensions: internal,
      resolve: ({ view, item }) => item.sections.map((one) => partOf(view, one)),
    }),
  }),
});
