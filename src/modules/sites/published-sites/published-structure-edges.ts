import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { partOf } from './published-part.js';
import { PublishedSection, PublishedSectionGroup } from './published-section.js';
import { PublishedSite } from './published-site.js';
import { PublishedSiteSpace } from './published-site-space.js';
import { PublishedStructureItem } from './published-structure-item.js';
import { loadVisibleTree, type PublishedView } from './published-view.js';

const StructureType = documentedEnum('SiteStructureType', 'The entries at the root of a site.', {
  sections: 'Sections, and groups of them.',
  siteSpaces: 'Spaces.',
});

const PublishedStructure = builder.objectRef<PublishedView>('PublishedStructure').implement({
  description: 'The parts of a published site, as its visitor sees them.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    type: t.field({
      type: StructureType,
      description: 'The entries at the root.',
      resolve: async (view, _args, context) =>
        (await loadVisibleTree(context, view)).hasSections ? 'sections' : 'siteSpaces',
    }),
    itemList: t.field({
      type: [PublishedStructureItem],
      description: 'All sections and groups, or all spaces if there are no sections, in reading order.',
      extensions: internal,
      resolve: async (view, _args, context) => {
        const { hasSections, items, siteSpaces } = await loadVisibleTree(context, view);
        return (hasSections ? items : siteSpaces).map((item) => partOf(view, item));
      },
    }),
  }),
});

builder.objectFields(PublishedSite, (t) => ({
  hasSections: t.boolean({
    description: 'Whether the site has sections; otherwise its spaces are at the root.',
    resolve: async (view, _args, context) => (await loadVisibleTree(context, view)).hasSections,
  }),
  sections: arrayField(t, {
    type: PublishedSection,
    description: 'Sections, in reading order; `groupId` is the group of each.',
    args: {},
    items: async (view, _args, context) => ({
      identity: ['PublishedSite.sections', view.id],
      items: (await loadVisibleTree(context, view)).sections.map((one) => partOf(view, one)),
    }),
  }),
  sectionGroups: arrayField(t, {
    type: PublishedSectionGroup,
    description: 'Groups of sections, each before its content.',
    args: {},
    items: async (view, _args, context) => ({
      identity: ['PublishedSite.sectionGroups', view.id],
      items: (await loadVisibleTree(context, view)).groups.map((one) => partOf(view, one)),
    }),
  }),
  siteSpaces: arrayField(t, {
    type: PublishedSiteSpace,
    description: 'Spaces, in reading order.',
    args: {},
    items: async (view, _args, context) => ({
      identity: ['PublishedSite.siteSpaces', view.id],
      items: (await loadVisibleTree(context, view)).siteSpaces.map((one) => partOf(view, one)),
    }),
  }),
  siteSpace: t.field({
    type: PublishedSiteSpace,
    nullable: true,
    description: 'A space by its path on the site; null if the visitor may not see it.',
    args: { id: t.arg.id({ required: true, description: 'Id of the space on the site.' }) },
    resolve: async (view, { id }, context) => {
      const found = (await loadVisibleTree(context, view)).siteSpaces.find((one) => one.id === id);
      return found ? partOf(view, found) : null;
    },
  }),
  structure: t.field({
    type: PublishedStructure,
    description: 'The parts of the site.',
    extensions: internal,
    resolve: (view) => view,
  }),
}));
