import { ownChange } from '../../graphql/access.js';
import type { Fields } from '../../graphql/builder.js';
import { mutation } from '../../graphql/mutation.js';
import { siteInput } from '../sites/site-input.js';
import { shareLinksById } from './loaders.js';
import { ShareLink, ShareLinkName } from './share-link.js';
import { createShareLink, deleteShareLink, updateShareLink } from './share-link-actions.js';

const theLink = (description: string) => ({
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
  description: 'Makes a share link of a site, active, with a key of its own. A site has at most 100.',
  policy: 'site.updateAudience',
  takes: 'Which site the link opens, and whom it is for.',
  input: (t) => ({
    ...siteInput(t),
    name: t.field({ type: ShareLinkName, required: true, description: 'Whom it is for.' }),
  }),
  action: async (input, context) => ({ id: await createShareLink(context, input) }),
  payload: theLink('The new link.'),
});

mutation('updateShareLink', {
  description: 'Renames a share link, or switches it on or off; its key stays.',
  policy: 'site.updateAudience',
  takes: 'What to change of a share link; absent members stay as they are.',
  input: (t) => ({
    ...siteInput(t),
    shareLink: t.id({ required: true, description: 'Id of the share link.' }),
    name: t.field({ type: ShareLinkName, description: 'Whom it is for.' }),
    active: t.boolean({ description: 'Whether it opens the site.' }),
  }),
  action: async ({ name, active, ...link }, context) => {
    await updateShareLink(context, link, { name, active });
    return { id: link.shareLink };
  },
  payload: theLink('The link after the change.'),
});

mutation('deleteShareLink', {
  description: 'Deletes a share link: its key opens nothing any more.',
  policy: 'site.updateAudience',
  takes: 'Which share link to delete.',
  input: (t) => ({
    ...siteInput(t),
    shareLink: t.id({ required: true, description: 'Id of the share link.' }),
  }),
  action: async (input, context) => {
    await deleteShareLink(context, input);
    return { id: input.shareLink };
  },
  payload: {
    description: 'The link that is gone.',
    outputFields: (t) => ({ deletedId: t.exposeID('id', { description: 'Id that the link had.' }) }),
  },
});
