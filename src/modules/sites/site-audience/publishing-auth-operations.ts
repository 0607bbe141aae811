import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { VisitorAuthBackend } from '../../content/spaces/space-parts.js';
import { sitesById } from '../sites/loaders.js';
import { siteInput } from '../sites/site-input.js';
import { SitePublishingAuth } from './publishing-auth.js';
import { regenerateSigningKey, updatePublishingAuth } from './publishing-auth-actions.js';

const authPayload = (description: string) => ({
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
  description: 'Updates how visitors of a site are authenticated; the signing key stays.',
  policy: 'site.updateAudience',
  takes: 'Changes to the authentication of visitors of a site; absent fields stay.',
  input: (t) => ({
    ...siteInput(t),
    backend: t.field({
      type: VisitorAuthBackend,
      description: 'Backend that authenticates visitors: `CUSTOM`, as no integration is installed.',
    }),
    fallbackURL: t.field({
      type: 'URL',
      description: 'Address to which visitors without a valid token are redirected, http or https; null for none.',
      extensions: nullClears,
    }),
  }),
  action: async ({ backend, fallbackURL, ...site }, context) => {
    await updatePublishingAuth(context, site, { backend, fallbackURL });
    return { id: site.site };
  },
  payload: authPayload('Authentication of visitors after the change.'),
});

mutation('regenerateSitePublishingAuth', {
  description:
    'Replaces the key that signs tokens of visitors. Tokens of the previous key are accepted for one hour; those of older keys no longer.',
  policy: 'site.updateAudience',
  takes: 'The site whose key is replaced.',
  input: siteInput,
  action: async (input, context) => {
    await regenerateSigningKey(context, input);
    return { id: input.site };
  },
  payload: authPayload('Authentication of visitors, with the new key.'),
});
