import { ownChange } from '../../graphql/access.js';
import type { Context } from '../../graphql/context.js';
import { mutation } from '../../graphql/mutation.js';
import { siteInput } from '../sites/site-input.js';
import { siteSectionGroupsById, siteSectionsById, siteSpacesById } from './loaders.js';
import { moveSitePart } from './move-actions.js';
import type { Child, SiteSpaceRow } from './parts.js';
import type { ItemKind, Pointer } from './place.js';
import {
  pointerOf,
  positionOf,
  SiteSectionGroupPositionInput,
  SiteSectionPositionInput,
  SiteSpacePositionInput,
  SiteStructureItemPointerInput,
  SiteStructureItemPositionInput,
} from './position-inputs.js';
import { SiteStructureItem } from './site-structure.js';
import { groupPayload, sectionPayload, siteField, siteSpacePayload } from './structure-payload.js';

const where = 'What it goes before or behind; default the end of where it stands.';

/** What the contract calls deprecated. */
const instead = 'Use `sortSiteStructure`.';

mutation('moveSiteSpace', {
  description: 'Moves a space on a site beside another one, also into the section of that.',
  deprecated: instead,
  policy: 'site.update',
  takes: 'Where to move a site space.',
  input: (t) => ({
    ...siteInput(t),
    siteSpace: t.id({ required: true, description: 'Id of the site space.' }),
    position: t.field({ type: SiteSpacePositionInput, description: where }),
  }),
  action: async ({ siteSpace: id, position, ...path }, context) => {
    const to = positionOf(position, ({ siteSpace }) => ({ kind: 'SiteSpace', id: siteSpace! }));
    await moveSitePart(context, path, { pointer: { kind: 'SiteSpace', id }, position: to });
    return { id, siteId: path.site };
  },
  payload: siteSpacePayload('The moved site space.'),
});

mutation('moveSiteSection', {
  description: 'Moves a section beside another one, also into the group of that.',
  policy: 'site.update',
  takes: 'Where to move a section.',
  input: (t) => ({
    ...siteInput(t),
    siteSection: t.id({ required: true, description: 'Id of the section.' }),
    position: t.field({ type: SiteSectionPositionInput, description: where }),
  }),
  action: async ({ siteSection: id, position, ...path }, context) => {
    const to = positionOf(position, ({ siteSection }) => ({ kind: 'SiteSection', id: siteSection! }));
    await moveSitePart(context, path, { pointer: { kind: 'SiteSection', id }, position: to });
    return { id, siteId: path.site };
  },
  payload: sectionPayload('The moved section.'),
});

mutation('moveSiteSectionGroup', {
  description: 'Moves a group of sections beside a section or a group, also into the group of that.',
  deprecated: instead,
  policy: 'site.update',
  takes: 'Where to move a group.',
  input: (t) => ({
    ...siteInput(t),
    siteSectionGroup: t.id({ required: true, description: 'Id of the group.' }),
    position: t.field({ type: SiteSectionGroupPositionInput, description: where }),
  }),
  action: async ({ siteSectionGroup: id, position, ...path }, context) => {
    const to = positionOf(position, pointerOf);
    await moveSitePart(context, path, { pointer: { kind: 'SiteSectionGroup', id }, position: to });
    return { id, siteId: path.site };
  },
  payload: groupPayload('The moved group.'),
});

mutation('sortSiteStructure', {
  description:
    'Moves any part of a site beside others: spaces stand beside spaces, sections and groups beside sections and groups. It goes where these stand, also into another section or group.',
  policy: 'site.update',
  takes: 'What to move on a site, and where to.',
  input: (t) => ({
    ...siteInput(t),
    item: t.field({ type: SiteStructureItemPointerInput, required: true, description: 'What to move.' }),
    position: t.field({ type: SiteStructureItemPositionInput, required: true, description: where }),
  }),
  action: async ({ item, position, ...path }, context) => {
    const pointer = pointerOf(item);
    await moveSitePart(context, path, { pointer, position: positionOf(position, pointerOf) });
    return { pointer, siteId: path.site };
  },
  payload: {
    description: 'What has moved.',
    outputFields: (t) => ({
      ...siteField(t),
      item: t.field({
        type: SiteStructureItem,
        description: 'What has moved.',
        extensions: ownChange,
        resolve: ({ pointer }, _args, context) => itemAt(context, pointer),
      }),
    }),
  },
});

const byId = { SiteSpace: siteSpacesById, SiteSection: siteSectionsById, SiteSectionGroup: siteSectionGroupsById };

function itemAt({ loaders }: Context, { kind, id }: Pointer): Promise<Child | SiteSpaceRow> {
  return loaders.get<string, Child | SiteSpaceRow | null>(byId[kind as ItemKind] as never, id);
}
