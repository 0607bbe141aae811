import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { siteInput } from '../sites/site-input.js';
import { SiteCondition, SiteSpacePath } from './scalars.js';
import { addSpaceToSite, deleteSiteSpace, updateSiteSpace } from './site-space-actions.js';
import { siteField, siteSpacePayload } from './structure-payload.js';

mutation('addSpaceToSite', {
  description:
    'Adds a space to a site, at the end of a section or of a site without sections. Also requires the role create on the space.',
  policy: 'site.update',
  takes: 'The space to add to a site, and its position.',
  input: (t) => ({
    ...siteInput(t),
    space: t.id({
      required: true,
      description: 'Id of the space; a site shows a space once.',
      extensions: { rest: { name: 'spaceId' } },
    }),
    siteSection: t.id({
      description:
        'Id of the section to put it into; default the default section, or the root of a site without sections.',
      extensions: { rest: { name: 'sectionId' } },
    }),
  }),
  action: async ({ space, siteSection, ...path }, context) => ({
    id: await addSpaceToSite(context, path, { space, siteSection }),
    siteId: path.site,
  }),
  payload: siteSpacePayload('The new site space.'),
});

mutation('updateSiteSpace', {
  description:
    'Updates how a site shows a space, or replaces the space; replacing also requires the role create on the new space.',
  policy: 'site.update',
  takes: 'Changes to a site space; absent fields stay.',
  input: (t) => ({
    ...siteInput(t),
    siteSpace: t.id({ required: true, description: 'Id of the site space.' }),
    path: t.field({ type: SiteSpacePath, description: 'New path; must differ from those of its siblings.' }),
    condition: t.field({
      type: SiteCondition,
      description: 'Expression that decides whether a visitor sees it; null removes it.',
      extensions: nullClears,
    }),
    space: t.id({
      description: 'Id of the space that replaces it; a site shows a space once.',
      extensions: { rest: { name: 'spaceId' } },
    }),
  }),
  action: async ({ organization, site, siteSpace, ...changes }, context) => {
    await updateSiteSpace(context, { organization, site, siteSpace }, changes);
    return { id: siteSpace, siteId: site };
  },
  payload: siteSpacePayload('The changed site space.'),
});

mutation('deleteSiteSpace', {
  description:
    'Removes a space from a site; the space itself stays. If it was the default, the first remaining one becomes the default.',
  policy: 'site.update',
  takes: 'The site space to remove.',
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
      deletedId: t.id({ description: 'Id of the removed site space.', resolve: ({ id }) => id }),
    }),
  },
});
