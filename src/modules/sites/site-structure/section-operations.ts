import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { Icon } from '../../shared/icon.js';
import { siteInput } from '../sites/site-input.js';
import { SiteCondition, SiteSectionDescription, SiteSectionPath, SiteSectionTitle } from './scalars.js';
import { addSection, deleteSection, updateSection } from './section-actions.js';
import { sectionPayload, siteField } from './structure-payload.js';

mutation('addSectionToSite', {
  description:
    'Adds a section with a space at the end of a site. The first section takes over the spaces of the site. Also requires the role create on the space.',
  policy: 'site.update',
  takes: 'Fields of a new section.',
  input: (t) => ({
    ...siteInput(t),
    space: t.id({
      required: true,
      description: 'Id of the space; a site shows a space once.',
      extensions: { rest: { name: 'spaceId' } },
    }),
    title: t.field({
      type: SiteSectionTitle,
      description:
        'Title. The default, and the meaning of null, is the title of the space, or `Untitled` if that is shorter.',
      extensions: nullClears,
    }),
    icon: t.field({ type: Icon, description: 'Name of an icon; null for none.', extensions: nullClears }),
  }),
  action: async ({ organization, site, ...section }, context) => ({
    id: await addSection(context, { organization, site }, section),
    siteId: site,
  }),
  payload: sectionPayload('The new section.'),
});

mutation('updateSiteSection', {
  description: 'Updates a section of a site.',
  policy: 'site.update',
  takes: 'Changes to a section; absent fields stay.',
  input: (t) => ({
    ...siteInput(t),
    siteSection: t.id({ required: true, description: 'Id of the section.' }),
    title: t.field({ type: SiteSectionTitle, description: 'New title.' }),
    path: t.field({
      type: SiteSectionPath,
      description: 'New path; must differ from those of the other sections of the site.',
    }),
    defaultSiteSpace: t.id({ description: 'Id of the site space of the section to show first.' }),
    condition: t.field({
      type: SiteCondition,
      description: 'Expression that decides whether a visitor sees it; null removes it.',
      extensions: nullClears,
    }),
    icon: t.field({ type: Icon, description: 'Name of an icon; null removes it.', extensions: nullClears }),
    description: t.field({
      type: SiteSectionDescription,
      description: 'Description; use null to remove it.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, site, siteSection: section, ...changes }, context) => {
    await updateSection(context, { organization, site, section }, changes);
    return { id: section, siteId: site };
  },
  payload: sectionPayload('The changed section.'),
});

mutation('deleteSiteSection', {
  description:
    'Deletes a section and removes its spaces from the site; those of the last section stay, as a site without sections has them.',
  policy: 'site.update',
  takes: 'The section to delete.',
  input: (t) => ({ ...siteInput(t), siteSection: t.id({ required: true, description: 'Id of the section.' }) }),
  action: async ({ siteSection: section, ...path }, context) => {
    await deleteSection(context, { ...path, section });
    return { id: section, siteId: path.site };
  },
  payload: {
    description: 'The deleted section.',
    outputFields: (t) => ({
      ...siteField(t),
      deletedId: t.id({ description: 'Id of the deleted section.', resolve: ({ id }) => id }),
    }),
  },
});
