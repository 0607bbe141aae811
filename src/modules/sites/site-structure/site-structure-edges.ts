import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { presentShareKey } from '../../shared/presented-keys.js';
import { shareKeyArgument } from '../../shared/share-key-argument.js';
import { Site } from '../sites/site.js';
import { siteSectionGroupsById, siteSectionsById } from './loaders.js';
import { SiteSection } from './site-section.js';
import { SiteSectionGroup } from './site-section-group.js';
import { SiteSpace } from './site-space.js';
import { SiteStructure } from './site-structure.js';
import { loadVisibleStructure } from './visible-structure.js';

const SiteSpaceFilter = builder.inputType('SiteSpaceFilter', {
  description: 'Selection of site spaces.',
  fields: (t) => ({
    default: t.boolean({
      description: 'Only defaults of their section or site, as the field `default` says, or only the others.',
    }),
  }),
});

builder.objectFields(Site, (t) => ({
  siteSpaces: arrayField(t, {
    type: SiteSpace,
    description: 'Spaces of the site that the caller may see: section by section, each in its order.',
    args: {
      filter: t.arg({ type: SiteSpaceFilter, description: 'Selection of site spaces.' }),
      shareKey: shareKeyArgument(t),
    },
    items: async ({ id }, { filter, shareKey }, context) => {
      presentShareKey(context, shareKey);
      const isDefault = filter?.default;
      const { orderedSiteSpaces, defaultSiteSpaceIds } = await loadVisibleStructure(context, id);
      const items =
        isDefault == null
          ? orderedSiteSpaces
          : orderedSiteSpaces.filter((one) => defaultSiteSpaceIds.has(one.id) === isDefault);
      return { identity: ['Site.siteSpaces', id, isDefault], items };
    },
  }),
  sections: arrayField(t, {
    type: SiteSection,
    description: 'Sections of the site in reading order; the sections of a group are at the position of the group.',
    args: { shareKey: shareKeyArgument(t) },
    items: async ({ id }, { shareKey }, context) => {
      presentShareKey(context, shareKey);
      return { identity: ['Site.sections', id], items: (await loadVisibleStructure(context, id)).sections };
    },
  }),
  sectionGroups: arrayField(t, {
    type: SiteSectionGroup,
    description: 'Groups of sections in reading order, each before its content.',
    args: {},
    items: async ({ id }, _args, context) => ({
      identity: ['Site.sectionGroups', id],
      items: (await loadVisibleStructure(context, id)).groups,
    }),
  }),
  structure: t.field({
    type: SiteStructure,
    description: 'The parts of the site.',
    args: { shareKey: shareKeyArgument(t) },
    resolve: async ({ id: siteId }, { shareKey }, context) => {
      presentShareKey(context, shareKey);
      return { siteId, structure: await loadVisibleStructure(context, siteId) };
    },
  }),
}));

builder.objectField(SiteSpace, 'section', (t) =>
  t.field({
    type: SiteSection,
    nullable: true,
    description: 'Its section; null on a site without sections.',
    resolve: ({ sectionId }, _args, { loaders }) =>
      sectionId === null ? null : loaders.get(siteSectionsById, sectionId),
  }),
);

builder.objectField(SiteSection, 'group', (t) =>
  t.field({
    type: SiteSectionGroup,
    nullable: true,
    description: 'Its group; null at the root of the site.',
    resolve: ({ groupId }, _args, { loaders }) =>
      groupId === null ? null : loaders.get(siteSectionGroupsById, groupId),
  }),
);
