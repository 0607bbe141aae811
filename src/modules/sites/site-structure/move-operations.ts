import type { Context } from '../../../api/graphql/execution/context.js';
import { ownChange } from '../../../api/graphql/schema/access.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { siteInput } from '../sites/site-input.js';
import { siteSectionGroupsById, siteSectionsById, siteSpacesById } from './loaders.js';
import { moveSitePart } from './move-actions.js';
import type { Child, SiteSpaceRow } from './parts.js';
import type { ItemKind, Pointer } from './place.js';
import {
  SiteSectionGroupPositionInput,
  SiteSectionPositionInput,
  SiteSpacePositionInput,
  SiteStructureItemPointerInput,
  SiteStructureItemPositionInput,
  toPointer,
  toPosition,
} from './position-inputs.js';
import { SiteStructureItem } from './site-structure.js';
import { groupPayload, sectionPayload, siteField, siteSpacePayload } from './structure-payload.js';

const positionText = 'Object before or after which it is placed; by default it is placed last in its group.';

mutation('moveSiteSpace', {
  description: 'Moves a space of a site beside another one, also into the section of that one.',
  deprecated: 'Use `sortSiteStructure`.',
  policy: 'site.update',
  takes: 'Target of a site space.',
  input: (t) => ({
    ...siteInput(t),
    siteSpace: t.id({ required: true, description: 'Id of the site space.' }),
    position: t.field({ type: SiteSpacePositionInput, description: positionText }),
  }),
  action: async ({ siteSpace: id, position, ...path }, context) => {
    const to = toPosition(position, ({ siteSpace }) => ({ kind: 'SiteSpace', id: siteSpace! }));
    await moveSitePart(context, path, { pointer: { kind: 'SiteSpace', id }, position: to });
    return { id, siteId: path.site };
  },
  payload: siteSpacePayload('The moved site space.'),
});

mutation('moveSiteSection', {
  description: 'Moves a section beside another section, also into the group of that one.',
  policy: 'site.update',
  takes: 'Target of a section.',
  input: (t) => ({
    ...siteInput(t),
    siteSection: t.id({ required: true, description: 'Id of the section.' }),
    position: t.field({ type: SiteSectionPositionInput, description: positionText }),
  }),
  action: async ({ siteSection: id, position, ...path }, context) => {
    const to = toPosition(position, ({ siteSection }) => ({ kind: 'SiteSection', id: siteSection! }));
    await moveSitePart(context, path, { pointer: { kind: 'SiteSection', id }, position: to });
    return { id, siteId: path.site };
  },
  payload: sectionPayload('The moved section.'),
});

mutation('moveSiteSectionGroup', {
  description: 'Moves a group of sections beside a section or a group, also into the group of that one.',
  deprecated: 'Use `sortSiteStructure`.',
  policy: 'site.update',
  takes: 'Target of a group.',
  input: (t) => ({
    ...siteInput(t),
    siteSectionGroup: t.id({ required: true, description: 'Id of the group.' }),
    position: t.field({ type: SiteSectionGroupPositionInput, description: positionText }),
  }),
  action: async ({ siteSectionGroup: id, position, ...path }, context) => {
    const to = toPosition(position, toPointer);
    await moveSitePart(context, path, { pointer: { kind: 'SiteSectionGroup', id }, position: to });
    return { id, siteId: path.site };
  },
  payload: groupPayload('The moved group.'),
});

mutation('sortSiteStructure', {
  description:
    'Moves any part of a site beside others: spaces beside spaces, sections and groups beside sections and groups. The part moves into the section or group of the others.',
  policy: 'site.update',
  takes: 'The part of a site to move, and its target.',
  input: (t) => ({
    ...siteInput(t),
    item: t.field({ type: SiteStructureItemPointerInput, required: true, description: 'The part to move.' }),
    position: t.field({ type: SiteStructureItemPositionInput, required: true, description: positionText }),
  }),
  action: async ({ item, position, ...path }, context) => {
    const pointer = toPointer(item);
    await moveSitePart(context, path, { pointer, position: toPosition(position, toPointer) });
    return { pointer, siteId: path.site };
  },
  payload: {
    description: 'The moved object.',
    outputFields: (t) => ({
      ...siteField(t),
      item: t.field({
        type: SiteStructureItem,
        description: 'The moved object.',
        extensions: ownChange,
        resolve: ({ pointer }, _args, context) => readItem(context, pointer),
      }),
    }),
  },
});

const byId = { SiteSpace: siteSpacesById, SiteSection: siteSectionsById, SiteSectionGroup: siteSectionGroupsById };

function readItem({ loaders }: Context, { kind, id }: Pointer): Promise<Child | SiteSpaceRow> {
  return loaders.get<string, Child | SiteSpaceRow | null>(byId[kind as ItemKind] as never, id);
}
