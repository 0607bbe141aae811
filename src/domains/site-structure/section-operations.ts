import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { Icon } from '../shared/icon.js';
import { siteInput } from '../sites/site-input.js';
import { SiteCondition, SiteSectionDescription, SiteSectionPath, SiteSectionTitle } from './scalars.js';
import { addSection, deleteSection, updateSection } from './section-actions.js';
import { sectionPayload, siteField } from './structure-payload.js';

mutation('addSectionToSite', {
  description:
    'Adds a section with a space at the end of a site; the first one takes the spaces of the site into itself. Besides, this takes the role create on the space.',
  policy: 'site.update',
  takes: 'What a section is made with.',
  input: (t) => ({
    ...siteInput(t),
    spaceId: t.id({ required: true, description: 'Id of the space; a site shows a space once.' }),
    title: t.field({
      type: SiteSectionTitle,
      description: 'Title; default, and where it is null, the title of the space, or `Untitled` where that is shorter.',
      extensions: nullClears,
    }),
    icon: t.field({ type: Icon, description: 'Name of an icon; null is none.', extensions: nullClears }),
  }),
  action: async ({ organization, site, ...section }, context) => ({
    id: await addSection(context, { organization, site }, section),
    siteId: site,
  }),
  payload: sectionPayload('The new section.'),
});

mutation('updateSiteSection', {
  description: 'Changes a section of a site.',
  policy: 'site.update',
  takes: 'What to change of a section; absent members stay as they are.',
  input: (t) => ({
    ...siteInput(t),
    siteSection: t.id({ required: true, description: 'Id of the section.' }),
    title: t.field({ type: SiteSectionTitle, description: 'New title.' }),
    path: t.field({ type: SiteSectionPath, description: 'New path, which no other section of the site has.' }),
    defaultSiteSpace: t.id({ description: 'Id of the site space of the section to show first.' }),
    condition: t.field({
      type: SiteCondition,
      description: 'Expression that decides whether a visitor is shown it; null removes it.',
      extensions: nullClears,
    }),
    icon: t.field({ type: Icon, description: 'Name of an icon; null removes it.', extensions: nullClears }),
    description: t.field({
      type: SiteSectionDescription,
      description: 'What it is about; null removes it.',
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
    'Deletes a section and takes its spaces off the site; those of the last section stay, as a site without sections has them.',
  policy: 'site.update',
  takes: 'Which section to delete.',
  input: (t) => ({ ...siteInput(t), siteSection: t.id({ required: true, description: 'Id of the section.' }) }),
  action: async ({ siteSection: section, ...path }, context) => {
    await deleteSection(context, { ...path, section });
    return { id: section, siteId: path.site };
  },
  payload: {
    description: 'The deleted section.',
    outputFields: (t) => ({
      ...siteField(t),
      sectionId: t.id({ description: 'Id that the section had.', resolve: ({ id }) => id }),
    }),
  },
});
