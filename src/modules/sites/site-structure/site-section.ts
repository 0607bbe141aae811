import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { asyncField, internal } from '../../../api/graphql/schema/field-marks.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import { addressesType } from '../../shared/addresses.js';
import { Icon } from '../../shared/icon.js';
import { sitesById } from '../sites/loaders.js';
import { Site } from '../sites/site.js';
import { siteSectionsById } from './loaders.js';
import type { SectionRow } from './parts.js';
import { SiteSpace } from './site-space.js';
import { loadVisibleStructure } from './visible-structure.js';

/** Addresses of a section. */
export const SiteSectionUrls = addressesType<SectionRow>('SiteSectionUrls', {});

/** Shows sections to the members of their organization. */
const seesSection: Guard<SectionRow> = (section, { viewer }) => can(viewer, 'site.view', section);

/** A section of a site. */
export const SiteSection = builder.node(builder.objectRef<SectionRow>('SiteSection'), {
  description: 'A section of a site: some of its spaces, of which visitors choose one.',
  extensions: { guard: seesSection, rest: { constants: { object: 'site-section' } } },
  id: { resolve: ({ id }) => id, description: describe('SiteSection', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('SiteSection', 'title') }),
    description: t.exposeString('description', {
      nullable: true,
      description: describe('SiteSection', 'description'),
    }),
    icon: t.expose('icon', { type: Icon, nullable: true, description: describe('SiteSection', 'icon') }),
    path: t.exposeString('path', { description: describe('SiteSection', 'path') }),
    // Marked as asynchronous so that it has the same nullability as `SiteSpace.default`, whose resolver reads from the
    // database. Queries select both fields together.
    default: t.exposeBoolean('isDefault', {
      description: describe('SiteSection', 'isDefault'),
      extensions: asyncField,
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: describe('SiteSection', 'condition'),
    }),
    siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    site: t.field({
      type: Site,
      description: 'The site.',
      resolve: ({ siteId }, _args, { loaders }) => loaders.get(sitesById, siteId),
    }),
    groupId: t.exposeID('groupId', { nullable: true, description: describe('SiteSection', 'groupId') }),
    siteSpaces: arrayField(t, {
      type: SiteSpace,
      description: 'Its spaces that the caller may see, in their order.',
      args: {},
      items: async ({ id, siteId }, _args, context) => ({
        identity: ['SiteSection.siteSpaces', id],
        items: (await loadVisibleStructure(context, siteId)).siteSpaces.get(id) ?? [],
      }),
    }),
    siteSpaceList: t.field({
      type: [SiteSpace],
      description: 'Its spaces that the caller may see, in their order.',
      extensions: internal,
      resolve: async ({ id, siteId }, _args, context) =>
        (await loadVisibleStructure(context, siteId)).siteSpaces.get(id) ?? [],
    }),
    urls: t.field({ type: SiteSectionUrls, description: 'Addresses of it.', resolve: (section) => section }),
  }),
});

registerNode('SiteSection', ({ loaders }, id) => loaders.load(siteSectionsById, id));
