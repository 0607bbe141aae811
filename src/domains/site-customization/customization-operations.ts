import { ownChange } from '../../graphql/access.js';
import { mutation } from '../../graphql/mutation.js';
import { sitesById } from '../sites/loaders.js';
import { siteInput } from '../sites/site-input.js';
import { customizationFields, SiteCustomizationSettings } from './customization.js';
import { updateCustomization } from './customization-actions.js';
import { customizationOf } from './default-customization.js';

mutation('updateSiteCustomization', {
  description: 'Sets the look of a site, whole and at most 64 KiB: an optional member that is absent is taken away.',
  policy: 'site.customize',
  takes: 'Which site, and its whole look.',
  input: (t) => ({ ...siteInput(t), ...customizationFields(t) }),
  action: async ({ organization, site, ...look }, context) => {
    await updateCustomization(context, { organization, site }, look);
    return { id: site };
  },
  payload: {
    description: 'The look as it was set.',
    outputFields: (t) => ({
      customization: t.field({
        type: SiteCustomizationSettings,
        description: 'The look as it was set, also what has no effect here.',
        extensions: ownChange,
        resolve: async ({ id }, _args, { loaders }) => {
          const site = await loaders.get(sitesById, id);
          return { organizationId: site.organizationId, look: customizationOf(site) };
        },
      }),
    }),
  },
});
