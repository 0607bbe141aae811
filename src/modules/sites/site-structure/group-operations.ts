import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { Icon } from '../../shared/icon.js';
import { siteInput } from '../sites/site-input.js';
import { addGroup, addSectionToGroup, deleteGroup, removeSectionFromGroup, updateGroup } from './group-actions.js';
import { SiteSectionGroupTitle } from './scalars.js';
import { groupPayload, siteField } from './structure-payload.js';

const groupId = 'Id of the group.';

mutation('addSectionGroupToSite', {
  description: 'Adds a group of sections at the end of a site or of another group.',
  policy: 'site.update',
  takes: 'Fields of a new group.',
  input: (t) => ({
    ...siteInput(t),
    title: t.field({ type: SiteSectionGroupTitle, required: true, description: 'Title.' }),
    icon: t.field({ type: Icon, description: 'Name of an icon; null for none.', extensions: nullClears }),
    sections: t.idList({ description: 'Ids of sections to add to it, in this order; at most 250.' }),
    parent: t.id({ description: 'Id of the group to put it into; default the root of the site.' }),
  }),
  action: async ({ organization, site, ...group }, context) => ({
    id: await addGroup(context, { organization, site }, group),
    siteId: site,
  }),
  payload: groupPayload('The new group.'),
});

mutation('updateSiteSectionGroup', {
  description: 'Updates a group of sections.',
  policy: 'site.update',
  takes: 'Changes to a group; absent fields stay.',
  input: (t) => ({
    ...siteInput(t),
    siteSectionGroup: t.id({ required: true, description: groupId }),
    title: t.field({ type: SiteSectionGroupTitle, description: 'New title.' }),
    icon: t.field({ type: Icon, description: 'Name of an icon; null removes it.', extensions: nullClears }),
  }),
  action: async ({ organization, site, siteSectionGroup: group, ...changes }, context) => {
    await updateGroup(context, { organization, site, group }, changes);
    return { id: group, siteId: site };
  },
  payload: groupPayload('The changed group.'),
});

mutation('deleteSiteSectionGroup', {
  description: 'Deletes a group of sections; its sections and groups take its position.',
  policy: 'site.update',
  takes: 'The group to delete.',
  input: (t) => ({ ...siteInput(t), siteSectionGroup: t.id({ required: true, description: groupId }) }),
  action: async ({ siteSectionGroup: group, ...path }, context) => {
    await deleteGroup(context, { ...path, group });
    return { id: group, siteId: path.site };
  },
  payload: {
    description: 'The deleted group.',
    outputFields: (t) => ({
      ...siteField(t),
      deletedId: t.id({ description: 'Id of the deleted group.', resolve: ({ id }) => id }),
    }),
  },
});

mutation('addSectionToGroup', {
  description: 'Moves a section to the end of a group; does nothing if it is already in that group.',
  policy: 'site.update',
  takes: 'The section to add to a group.',
  input: (t) => ({
    ...siteInput(t),
    siteSectionGroup: t.id({ required: true, description: groupId }),
    siteSection: t.id({
      required: true,
      description: 'Id of the section.',
      extensions: { rest: { name: 'sectionId' } },
    }),
  }),
  action: async ({ siteSectionGroup: group, siteSection, ...path }, context) => {
    await addSectionToGroup(context, { ...path, group }, siteSection);
    return { id: group, siteId: path.site };
  },
  payload: groupPayload('The group, with the section.'),
});

mutation('removeSectionFromGroup', {
  description:
    'Moves a section out of its group, to the position after the group. Does nothing if it is not in the group.',
  policy: 'site.update',
  takes: 'The section to remove from a group.',
  input: (t) => ({
    ...siteInput(t),
    siteSectionGroup: t.id({ required: true, description: groupId }),
    siteSection: t.id({ required: true, description: 'Id of the section.' }),
  }),
  action: async ({ siteSectionGroup: group, siteSection, ...path }, context) => {
    await removeSectionFromGroup(context, { ...path, group }, siteSection);
    return { id: group, siteId: path.site };
  },
  payload: groupPayload('The group, without the section.'),
});
