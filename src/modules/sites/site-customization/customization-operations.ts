import { ownChange } from '../../../api/graphql/schema/access.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { customizationOf } from '../sites/default-customization.js';
import { sitesById } from '../sites/loaders.js';
import { siteInput } from '../sites/site-input.js';
import { customizationFields, SiteCustomizationSettings } from './customization.js';
import { updateCustomization } from './customization-actions.js';

mutation('updateSiteCustomization', {
  description: 'Replaces the customization of a site, at most 64 KiB: an optional member that is absent is removed.',
  policy: 'site.customize',
  takes: 'The site, and its complete customization.',
  input: (t) => ({ ...siteInput(t), ...customizationFields(t) }),
  action: async ({ organization, site, ...customization }, context) => {
    await updateCustomization(context, { organization, site }, customization);
    return { id: site };
  },
  payload: {
    description: 'The customization as it was set.',
    outputFields: (t) => ({
      customization: t.field({
        type: SiteCustomizationSettings,
        description: 'The customization as it was set, including members without effect on this server.',
        extensions: ownChange,
        resolve: async ({ id }, _args, { loaders }) => {
          const site = await loaders.get(sitesById, id);
          return { organizationId: site.organizationId, customization: customizationOf(site) };
        },
      }),
    }),
  },
});
