import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { registerNode, typeNameOf } from '../../../api/graphql/schema/nodes.js';
import { Icon } from '../../shared/icon.js';
import { sitesById } from '../sites/loaders.js';
import { Site } from '../sites/site.js';
import { siteSectionGroupsById } from './loaders.js';
import { type Child, descendantsInOrder, type GroupRow, isSection, type SectionRow } from './parts.js';
import { SiteSection } from './site-section.js';
import { loadVisibleStructure } from './visible-structure.js';

/** Shows groups to the members of their organization. */
const seesGroup: Guard<GroupRow> = (group, { viewer }) => can(viewer, 'site.view', group);

/** A group of sections. */
export const SiteSectionGroup = builder.objectRef<GroupRow>('SiteSectionGroup');

/** A section or group, at the root of a site with sections or in a group. */
export const SiteSectionChild = builder.unionType('SiteSectionChild', {
  description: 'A section, or a group of sections.',
  types: [SiteSection, SiteSectionGroup],
  resolveType: typeNameOf as (child: Child) => string,
});

builder.node(SiteSectionGroup, {
  description: 'Sections of a site, and other groups, under one heading. Groups nest at most 5 deep.',
  extensions: { guard: seesGroup, rest: { constants: { object: 'site-section-group' }, parentOf: true } },
  id: { resolve: ({ id }) => id, description: describe('SiteSectionGroup', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('SiteSectionGroup', 'title') }),
    icon: t.expose('icon', { type: Icon, nullable: true, description: describe('SiteSectionGroup', 'icon') }),
    siteId: t.exposeID('siteId', { description: 'Id of the site.' }),
    site: t.field({
      type: Site,
      description: 'The site.',
      resolve: ({ siteId }, _args, { loaders }) => loaders.get(sitesById, siteId),
    }),
    parentId: t.exposeID('parentId', { nullable: true, description: describe('SiteSectionGroup', 'parentId') }),
    parent: t.field({
      type: SiteSectionGroup,
      nullable: true,
      description: 'Its group; null at the root.',
      resolve: ({ parentId }, _args, { loaders }) =>
        parentId === null ? null : loaders.get(siteSectionGroupsById, parentId),
    }),
    children: arrayField(t, {
      type: SiteSectionChild,
      description: 'Sections and groups in it, in their order.',
      args: {},
      items: async ({ id, siteId }, _args, context) => ({
        identity: ['SiteSectionGroup.children', id],
        items: (await loadVisibleStructure(context, siteId)).children.get(id) ?? [],
      }),
    }),
    sections: arrayField(t, {
      type: SiteSection,
      description: 'Its sections, in order, without those of nested groups.',
      args: {},
      items: async ({ id, siteId }, _args, context) => ({
        identity: ['SiteSectionGroup.sections', id],
        items: sectionsIn(await loadVisibleStructure(context, siteId), id),
      }),
    }),
    sectionList: t.field({
      type: [SiteSection],
      description: 'Its sections, in order, without those of nested groups.',
      extensions: internal,
      resolve: async ({ id, siteId }, _args, context) => sectionsIn(await loadVisibleStructure(context, siteId), id),
    }),
    descendants: t.field({
      type: [SiteSectionChild],
      description: 'Sections and groups in it, in their order.',
      extensions: internal,
      resolve: async ({ id, siteId }, _args, context) =>
        descendantsInOrder(await loadVisibleStructure(context, siteId), id),
    }),
  }),
});

function sectionsIn({ children }: { children: ReadonlyMap<string | null, Child[]> }, groupId: string): SectionRow[] {
  return (children.get(groupId) ?? []).filter(isSection);
}

registerNode('SiteSectionGroup', ({ loaders }, id) => loaders.load(siteSectionGroupsById, id));
