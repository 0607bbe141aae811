import { canOnPlace } from '../../../access/place-access.js';
import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { Space } from '../../content/spaces/space.js';
import { addressesType } from '../../shared/addresses.js';
import { sitesById } from '../sites/loaders.js';
import { Site } from '../sites/site.js';
import { siteSpacesById } from './loaders.js';
import type { SiteSpaceRow } from './parts.js';
import { loadVisibleStructure } from './visible-structure.js';

/** Addresses of a space on a site. */
export const SiteSpaceUrls = addressesType<SiteSpaceRow>('SiteSpaceUrls', {});

/** Shows site spaces to the members of their organization who can see their spaces, unless the spaces are deleted. */
const seesSiteSpace: Guard<SiteSpaceRow> = async (siteSpace, context) => {
  if (!can(context.viewer, 'site.view', siteSpace)) return false;
  const space = await context.loaders.get(spacesById, siteSpace.spaceId);
  return space.deletedAt === null && canOnPlace(context, 'space.view', space);
};

/** A space on a site. */
export const SiteSpace = builder.node(builder.objectRef<SiteSpaceRow>('SiteSpace'), {
  description: 'A space on a site. It is left out if the caller may not see the space, and if the space was deleted.',
  extensions: { guard: seesSiteSpace, rest: { constants: { object: 'site-space' } } },
  id: { resolve: ({ id }) => id, description: describe('SiteSpace', 'id') },
  fields: (t) => ({
    path: t.exposeString('path', { description: describe('SiteSpace', 'path') }),
    title: t.string({
      description: 'Title of the space.',
      // The guard has already read the space.
      extensions: syncField,
      resolve: async ({ spaceId }, _args, { loaders }) => (await loaders.get(spacesById, spaceId)).title,
    }),
    default: t.boolean({
      description:
        'Whether it is the default of its section, or of a site without sections. If the caller does not see the default, the first one that it sees is the default.',
      resolve: async ({ id, siteId }, _args, context) =>
        (await loadVisibleStructure(context, siteId)).defaultSiteSpaceIds.has(id),
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description: describe('SiteSpace', 'condition'),
    }),
    hasAdvancedCustomizationFeature: t.boolean({
      description:
        'Whether its customization can differ from that of the site: true, as the operator of this server sells no plans.',
      resolve: () => true,
    }),
    siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    site: t.field({
      type: Site,
      description: 'The site.',
      resolve: ({ siteId }, _args, { loaders }) => loaders.get(sitesById, siteId),
    }),
    sectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of its section; null on a site without sections.',
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.get(spacesById, spaceId),
    }),
    urls: t.field({ type: SiteSpaceUrls, description: 'Addresses of it.', resolve: (siteSpace) => siteSpace }),
  }),
});

registerNode('SiteSpace', ({ loaders }, id) => loaders.load(siteSpacesById, id));
