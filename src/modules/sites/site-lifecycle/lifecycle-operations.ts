import { ownChange } from '../../../api/graphql/schema/access.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { deletedPayload } from '../../identity/organizations/deleted-payload.js';
import { sitesById } from '../sites/loaders.js';
import { siteInput } from '../sites/site-input.js';
import { sitePayload } from '../sites/site-payload.js';
import { SitePublication } from '../sites/site-publication.js';
import { deleteSite } from './deletion-actions.js';
import { publishSite, unpublishSite } from './publication-actions.js';

mutation('publishSite', {
  description:
    'Publishes a site: people whom its visibility allows can read it. Does nothing if it is already published; a site without a space is refused.',
  policy: 'site.publish',
  takes: 'The site to publish.',
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
        description: 'Result of publishing: always the site.',
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(sitesById, id),
      }),
    }),
  },
});

mutation('unpublishSite', {
  description: 'Unpublishes a site; its settings stay. Does nothing if it is not published.',
  policy: 'site.publish',
  takes: 'The site to unpublish.',
  input: siteInput,
  action: async (input, context) => {
    await unpublishSite(context, input);
    return { id: input.site };
  },
  payload: sitePayload('The site afterwards.'),
});

mutation('deleteSite', {
  description: 'Deletes a site with its sections and share links, permanently; its spaces stay.',
  policy: 'site.delete',
  takes: 'The site to delete.',
  input: siteInput,
  action: async (input, context) => {
    await deleteSite(context, input);
    return { deletedId: input.site, organization: input.organization };
  },
  payload: deletedPayload('site'),
});
