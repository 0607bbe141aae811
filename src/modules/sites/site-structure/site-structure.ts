import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { typeNameOf } from '../../../api/graphql/schema/nodes.js';
import { type Child, descendantsInOrder, type SiteSpaceRow } from './parts.js';
import { SiteSection } from './site-section.js';
import { SiteSectionChild, SiteSectionGroup } from './site-section-group.js';
import { SiteSpace } from './site-space.js';
import type { VisibleStructure } from './visible-structure.js';

/** Any part of a site. */
export const SiteStructureItem = builder.unionType('SiteStructureItem', {
  description: 'An object of a site: a space, a section, or a group of sections.',
  types: [SiteSpace, SiteSection, SiteSectionGroup],
  resolveType: typeNameOf as (item: Child | SiteSpaceRow) => string,
});

/** Structure of a site, with the id of the site. */
export interface SiteStructureValue {
  siteId: string;
  structure: VisibleStructure;
}

const SiteSectionsStructure = builder.objectRef<SiteStructureValue>('SiteSectionsStructure').implement({
  description: 'The structure of a site with sections.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { type: 'sections' } } },
  fields: (t) => ({
    children: arrayField(t, {
      type: SiteSectionChild,
      description: 'Sections and groups at the root, in their order.',
      args: {},
      items: async ({ siteId, structure }) => ({
        identity: ['SiteSectionsStructure.children', siteId],
        items: structure.children.get(null) ?? [],
      }),
    }),
    descendants: t.field({
      type: [SiteSectionChild],
      description: 'Sections and groups, in their order.',
      extensions: internal,
      resolve: ({ structure }) => descendantsInOrder(structure, null),
    }),
  }),
});

const SiteSpacesStructure = builder.objectRef<SiteStructureValue>('SiteSpacesStructure').implement({
  description: 'The structure of a site without sections.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { type: 'siteSpaces' } } },
  fields: (t) => ({
    siteSpaces: arrayField(t, {
      type: SiteSpace,
      description: 'Its spaces that the caller may see, in their order.',
      args: {},
      items: async ({ siteId, structure }) => ({
        identity: ['SiteSpacesStructure.siteSpaces', siteId],
        items: structure.orderedSiteSpaces,
      }),
    }),
    siteSpaceList: t.field({
      type: [SiteSpace],
      description: 'Its spaces that the caller may see, in their order.',
      extensions: internal,
      resolve: ({ structure }) => structure.orderedSiteSpaces,
    }),
  }),
});

/** Structure of a site: sections and groups, or spaces if it has no sections. */
export const SiteStructure = builder.unionType('SiteStructure', {
  description:
    'The parts of a site: sections and their groups, or spaces if it has no sections. Groups that have no section are only in `sectionGroups`.',
  types: [SiteSectionsStructure, SiteSpacesStructure],
  extensions: { guard: partOfGuardedObject },
  resolveType: ({ structure }: SiteStructureValue) =>
    structure.sections.length > 0 ? 'SiteSectionsStructure' : 'SiteSpacesStructure',
});
