import { builder } from '../../graphql/builder.js';
import { arrayField } from '../../graphql/connections.js';
import { presentShareKey } from '../shared/presented-keys.js';
import { shareKeyArgument } from '../shared/share-key-argument.js';
import { Site } from '../sites/site.js';
import { siteSectionGroupsById, siteSectionsById } from './loaders.js';
import { shownStructure } from './shown-structure.js';
import { SiteSection } from './site-section.js';
import { SiteSectionGroup } from './site-section-group.js';
import { SiteSpace } from './site-space.js';
import { SiteStructure } from './site-structure.js';

builder.objectFields(Site, (t) => ({
  siteSpaces: arrayField(t, {
    type: SiteSpace,
    description: 'Spaces of the site that the caller may see: section by section, each in its order.',
    args: {
      default: t.arg.boolean({
        description:
          'Only those that are shown first where they stand, as their field `default` says, or only the others.',
      }),
      shareKey: shareKeyArgument(t),
    },
    items: async ({ id }, { default: wanted, shareKey }, context) => {
      presentShareKey(context, shareKey);
      const { all, defaults } = await shownStructure(context, id);
      const items = wanted == null ? all : all.filter((one) => defaults.has(one.id) === wanted);
      return { identity: ['Site.siteSpaces', id, wanted], items };
    },
  }),
  sections: arrayField(t, {
    type: SiteSection,
    description: 'Sections of the site as one reads them, those in groups where their groups stand.',
    args: { shareKey: shareKeyArgument(t) },
    items: async ({ id }, { shareKey }, context) => {
      presentShareKey(context, shareKey);
      return { identity: ['Site.sections', id], items: (await shownStructure(context, id)).sections };
    },
  }),
  sectionGroups: arrayField(t, {
    type: SiteSectionGroup,
    description: 'Groups of sections as one reads them, each before those in it.',
    args: {},
    items: async ({ id }, _args, context) => ({
      identity: ['Site.sectionGroups', id],
      items: (await shownStructure(context, id)).groups,
    }),
  }),
  structure: t.field({
    type: SiteStructure,
    description: 'What the site is made of.',
    args: { shareKey: shareKeyArgument(t) },
    resolve: async ({ id: siteId }, { shareKey }, context) => {
      presentShareKey(context, shareKey);
      return { siteId, shown: await shownStructure(context, siteId) };
    },
  }),
}));

builder.objectField(SiteSpace, 'section', (t) =>
  t.field({
    type: SiteSection,
    nullable: true,
    description: 'The section that it stands in; null on a site without sections.',
    resolve: ({ sectionId }, _args, { loaders }) =>
      sectionId === null ? null : loaders.get(siteSectionsById, sectionId),
  }),
);

builder.objectField(SiteSection, 'group', (t) =>
  t.field({
    type: SiteSectionGroup,
    nullable: true,
    description: 'The group that it stands in; null at the root of the site.',
    resolve: ({ groupId }, _args, { loaders }) =>
      groupId === null ? null : loaders.get(siteSectionGroupsById, groupId),
  }),
);
