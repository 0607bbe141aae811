import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { ItemKind, Pointer } from './place.js';

/** Kinds of parts, by their names in the REST API. */
const kinds: Readonly<Record<string, ItemKind>> = {
  'site-space': 'SiteSpace',
  'site-section': 'SiteSection',
  'site-section-group': 'SiteSectionGroup',
};

/** Returns the pointer to a part of a site. `type` is the name of its kind in the REST API. */
export function toPointer({ type, id }: { type: string; id: string }): Pointer {
  return { kind: kinds[type]!, id };
}

/** Converts the neighbors in a position input to pointers. */
export function toPosition<Neighbor>(
  position: { before?: Neighbor | null | undefined; after?: Neighbor | null | undefined } | null | undefined,
  pointer: (neighbor: Neighbor) => Pointer,
): { before: Pointer | null; after: Pointer | null } {
  const optionalPointer = (neighbor: Neighbor | null | undefined): Pointer | null =>
    neighbor == null ? null : pointer(neighbor);
  return { before: optionalPointer(position?.before), after: optionalPointer(position?.after) };
}

const SiteStructureItemType = documentedEnum('SiteStructureItemType', 'Kind of a part of a site.', {
  'site-space': 'A space on the site.',
  'site-section': 'A section.',
  'site-section-group': 'A group of sections.',
});

const SiteSectionGroupPointerType = documentedEnum('SiteSectionGroupPointerType', 'The siblings of a group.', {
  'site-section': 'A section.',
  'site-section-group': 'A group of sections.',
});

const [before, after] = ['The object that follows it afterwards.', 'The object that precedes it afterwards.'];

/** A part of a site (`SiteStructureItemPointer`). */
export const SiteStructureItemPointerInput = builder.inputType('SiteStructureItemPointerInput', {
  description: 'A part of a site.',
  extensions: { rest: { name: 'SiteStructureItemPointer' } },
  fields: (t) => ({
    type: t.field({ type: SiteStructureItemType, required: true, description: 'Its kind.' }),
    id: t.id({ required: true, description: 'Its id.' }),
  }),
});

/** Position on a site (`SiteStructureItemMovePosition`). */
export const SiteStructureItemPositionInput = builder.inputType('SiteStructureItemPositionInput', {
  description:
    'A position before or after a part of a site, or between two; without either, the last position of its group.',
  extensions: { rest: { name: 'SiteStructureItemMovePosition' } },
  fields: (t) => ({
    before: t.field({ type: SiteStructureItemPointerInput, description: before }),
    after: t.field({ type: SiteStructureItemPointerInput, description: after }),
  }),
});

const SiteSectionGroupPointerInput = builder.inputType('SiteSectionGroupPointerInput', {
  description: 'A section or a group of sections.',
  extensions: { rest: { name: 'SiteSectionGroupPointer' } },
  fields: (t) => ({
    type: t.field({ type: SiteSectionGroupPointerType, required: true, description: 'Which of both.' }),
    id: t.id({ required: true, description: 'Its id.' }),
  }),
});

/** Position of a group (`SiteSectionGroupMovePosition`). */
export const SiteSectionGroupPositionInput = builder.inputType('SiteSectionGroupPositionInput', {
  description:
    'A position before or after a section or a group, or between two; without either, the last position of its group.',
  extensions: { rest: { name: 'SiteSectionGroupMovePosition' } },
  fields: (t) => ({
    before: t.field({ type: SiteSectionGroupPointerInput, description: before }),
    after: t.field({ type: SiteSectionGroupPointerInput, description: after }),
  }),
});

const SiteSpacePointerInput = builder.inputType('SiteSpacePointerInput', {
  description: 'A space on a site.',
  isOneOf: true,
  extensions: {
    rest: { name: 'SiteSpacePointer', discriminator: { property: 'type', mapping: { 'site-space': 'siteSpace' } } },
  },
  fields: (t) => ({ siteSpace: t.id({ description: 'Id of the site space.' }) }),
});

/** Position of a site space (`SiteSpaceMovePosition`). */
export const SiteSpacePositionInput = builder.inputType('SiteSpacePositionInput', {
  description:
    'A position before or after a space on a site, or between two; without either, the last position of its section.',
  extensions: { rest: { name: 'SiteSpaceMovePosition' } },
  fields: (t) => ({
    before: t.field({ type: SiteSpacePointerInput, description: before }),
    after: t.field({ type: SiteSpacePointerInput, description: after }),
  }),
});

const SiteSectionPointerInput = builder.inputType('SiteSectionPointerInput', {
  description: 'A section of a site.',
  isOneOf: true,
  extensions: {
    rest: {
      name: 'SiteSectionPointer',
      discriminator: { property: 'type', mapping: { 'site-section': 'siteSection' } },
    },
  },
  fields: (t) => ({ siteSection: t.id({ description: 'Id of the section.' }) }),
});

/** Position of a section (`SiteSectionMovePosition`). */
export const SiteSectionPositionInput = builder.inputType('SiteSectionPositionInput', {
  description: 'A position before or after a section, or between two; without either, the last position of its group.',
  extensions: { rest: { name: 'SiteSectionMovePosition' } },
  fields: (t) => ({
    before: t.field({ type: SiteSectionPointerInput, description: before }),
    after: t.field({ type: SiteSectionPointerInput, description: after }),
  }),
});
