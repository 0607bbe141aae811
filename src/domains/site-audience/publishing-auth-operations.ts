import { ownChange } from '../../graphql/access.js';
import type { Fields } from '../../graphql/builder.js';
import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { sitesById } from '../sites/loaders.js';
import { siteInput } from '../sites/site-input.js';
import { VisitorAuthBackend } from '../spaces/space-parts.js';
import { SitePublishingAuth } from './publishing-auth.js';
import { regenerateSigningKey, updatePublishingAuth } from './publishing-auth-actions.js';

const theAuth = (description: string) => ({
  description,
  outputFields: (t: Fields<{ id: string }>) => ({
    publishingAuth: t.field({
      type: SitePublishingAuth,
      description,
      extensions: ownChange,
      resolve: ({ id }, _args, { loaders }) => loaders.get(sitesById, id),
    }),
  }),
});

mutation('updateSitePublishingAuth', {
  description: 'Changes how visitors of a site are authenticated; its key stays.',
  policy: 'site.updateAudience',
  takes: 'How visitors of a site are to be authenticated; absent members stay as they are.',
  input: (t) => ({
    ...siteInput(t),
    backend: t.field({
      type: VisitorAuthBackend,
      description: 'Who signs visitors in: `CUSTOM`, as no integration is installed.',
    }),
    fallbackURL: t.field({
      type: 'URL',
      description: 'Where visitors without a valid token are sent, http or https; null for nowhere.',
      extensions: nullClears,
    }),
  }),
  action: async ({ backend, fallbackURL, ...site }, context) => {
    await updatePublishingAuth(context, site, { backend, fallbackURL });
    return { id: site.site };
  },
  payload: theAuth('How they are authenticated after the change.'),
});

mutation('regenerateSitePublishingAuth', {
  description:
    'Replaces the key that signs tokens of visitors. Tokens of the key before are taken for another hour; those of older keys no longer.',
  policy: 'site.updateAudience',
  takes: 'Which site to give another key.',
  input: siteInput,
  action: async (input, context) => {
    await regenerateSigningKey(context, input);
    return { id: input.site };
  },
  payload: theAuth('How visitors are authenticated, with the new key.'),
});
