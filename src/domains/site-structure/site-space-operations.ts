import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { siteInput } from '../sites/site-input.js';
import { SiteCondition, SiteSpacePath } from './scalars.js';
import { addSpaceToSite, deleteSiteSpace, updateSiteSpace } from './site-space-actions.js';
import { siteField, siteSpacePayload } from './structure-payload.js';

mutation('addSpaceToSite', {
  description:
    'Puts a space on a site, at the end of a section or of a site without sections. Besides, this takes the role create on the space.',
  policy: 'site.update',
  takes: 'What to put on a site, and where.',
  input: (t) => ({
    ...siteInput(t),
    spaceId: t.id({ required: true, description: 'Id of the space; a site shows a space once.' }),
    sectionId: t.id({
      description:
        'Id of the section to put it into; default the default section, or the root of a site without sections.',
    }),
  }),
  action: async ({ spaceId, sectionId, ...path }, context) => ({
    id: await addSpaceToSite(context, path, { spaceId, sectionId }),
    siteId: path.site,
  }),
  payload: siteSpacePayload('The new site space.'),
});

mutation('updateSiteSpace', {
  description: 'Changes how a site shows a space, or which one; that takes the role create on the space besides.',
  policy: 'site.update',
  takes: 'What to change of a site space; absent members stay as they are.',
  input: (t) => ({
    ...siteInput(t),
    siteSpace: t.id({ required: true, description: 'Id of the site space.' }),
    path: t.field({ type: SiteSpacePath, description: 'New path, another one than those beside it.' }),
    condition: t.field({
      type: SiteCondition,
      description: 'Expression that decides whether a visitor is shown it; null removes it.',
      extensions: nullClears,
    }),
    spaceId: t.id({ description: 'Id of the space to show instead; a site shows a space once.' }),
  }),
  action: async ({ organization, site, siteSpace, ...changes }, context) => {
    await updateSiteSpace(context, { organization, site, siteSpace }, changes);
    return { id: siteSpace, siteId: site };
  },
  payload: siteSpacePayload('The changed site space.'),
});

mutation('deleteSiteSpace', {
  description: 'Takes a space off a site; the space stays. Where it was the default, the first in order is then.',
  policy: 'site.update',
  takes: 'Which site space to delete.',
  input: (t) => ({
    ...siteInput(t),
    siteSpace: t.id({ required: true, description: 'Id of the site space.' }),
  }),
  action: async (path, context) => {
    await deleteSiteSpace(context, path);
    return { id: path.siteSpace, siteId: path.site };
  },
  payload: {
    description: 'The deleted site space.',
    outputFields: (t) => ({
      ...siteField(t),
      siteSpaceId: t.id({ description: 'Id that the site space had.', resolve: ({ id }) => id }),
    }),
  },
});
