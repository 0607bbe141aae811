import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { sitesById } from '../sites/loaders.js';
import { Site } from '../sites/site.js';
import { siteInput } from '../sites/site-input.js';
import { shareLinksById } from './loaders.js';
import { ShareLink, ShareLinkName } from './share-link.js';
import { createShareLink, deleteShareLink, updateShareLink } from './share-link-actions.js';

const linkPayload = (description: string) => ({
  description,
  outputFields: (t: Fields<{ id: string }>) => ({
    shareLink: t.field({
      type: ShareLink,
      description,
      extensions: ownChange,
      resolve: ({ id }, _args, { loaders }) => loaders.get(shareLinksById, id),
    }),
  }),
});

mutation('createShareLink', {
  description: 'Creates an active share link of a site, with a key of its own. A site has at most 100.',
  policy: 'site.updateAudience',
  takes: 'The site that the link opens, and its name.',
  input: (t) => ({
    ...siteInput(t),
    name: t.field({ type: ShareLinkName, required: true, description: 'Its name.' }),
  }),
  action: async (input, context) => ({ id: await createShareLink(context, input) }),
  payload: linkPayload('The new link.'),
});

mutation('updateShareLink', {
  description: 'Renames a share link, or activates or deactivates it; its key stays.',
  policy: 'site.updateAudience',
  takes: 'Changes to a share link; absent fields stay.',
  input: (t) => ({
    ...siteInput(t),
    shareLink: t.id({ required: true, description: 'Id of the share link.' }),
    name: t.field({ type: ShareLinkName, description: 'Its name.' }),
    active: t.boolean({ description: 'Whether it opens the site.' }),
  }),
  action: async ({ name, active, ...link }, context) => {
    await updateShareLink(context, link, { name, active });
    return { id: link.shareLink };
  },
  payload: linkPayload('The link after the change.'),
});

mutation('deleteShareLink', {
  description: 'Deletes a share link: its key no longer opens the site.',
  policy: 'site.updateAudience',
  takes: 'The share link to delete.',
  input: (t) => ({
    ...siteInput(t),
    shareLink: t.id({ required: true, description: 'Id of the share link.' }),
  }),
  action: async (input, context) => {
    await deleteShareLink(context, input);
    return { id: input.shareLink, siteId: input.site };
  },
  payload: {
    description: 'The id of the deleted link, and its site.',
    outputFields: (t: Fields<{ id: string; siteId: string }>) => ({
      deletedId: t.exposeID('id', { description: 'Id of the deleted link.' }),
      site: t.field({
        type: Site,
        description: 'The site.',
        resolve: ({ siteId }, _args, { loaders }) => loaders.get(sitesById, siteId),
      }),
    }),
  },
});
