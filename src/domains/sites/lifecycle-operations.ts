import { ownChange } from '../../graphql/access.js';
import { mutation } from '../../graphql/mutation.js';
import { deleteSite } from './deletion-actions.js';
import { sitesById } from './loaders.js';
import { publishSite, unpublishSite } from './publication-actions.js';
import { siteInput } from './site-input.js';
import { sitePayload } from './site-payload.js';
import { SitePublication } from './site-publication.js';

mutation('publishSite', {
  description:
    'Publishes a site: those whom its visibility names can read it. One that is published already stays as it is; one without a space is refused.',
  policy: 'site.publish',
  takes: 'Which site to publish.',
  input: siteInput,
  action: async (input, context) => {
    await publishSite(context, input);
    return { id: input.site };
  },
  payload: {
    description: 'The published site.',
    outputFields: (t) => ({
      ...sitePayload('The published site.').outputFields(t),
      publication: t.field({
        type: SitePublication,
        description: 'What publishing came to: always the site.',
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(sitesById, id),
      }),
    }),
  },
});

mutation('unpublishSite', {
  description: 'Takes a published site back; its settings stay. One that is not published stays as it is.',
  policy: 'site.publish',
  takes: 'Which site to take back.',
  input: siteInput,
  action: async (input, context) => {
    await unpublishSite(context, input);
    return { id: input.site };
  },
  payload: sitePayload('The site after that.'),
});

mutation('deleteSite', {
  description: 'Deletes a site with its sections and share links, for good; the spaces that it showed stay.',
  policy: 'site.delete',
  takes: 'Which site to delete.',
  input: siteInput,
  action: async (input, context) => {
    await deleteSite(context, input);
    return { id: input.site };
  },
  payload: {
    description: 'What was deleted.',
    outputFields: (t) => ({ siteId: t.exposeID('id', { description: 'Id that the site had.' }) }),
  },
});
