import { builder } from '../../../api/graphql/schema/builder.js';
import { customizationOf, effectiveCustomization } from '../sites/default-customization.js';
import { Site } from '../sites/site.js';
import { SiteCustomizationSettings } from './customization.js';

builder.objectField(Site, 'customization', (t) =>
  t.field({
    type: SiteCustomizationSettings,
    description: 'The customization of the site that visitors see; members that were not set have their default.',
    args: {
      unmasked: t.arg.boolean({
        defaultValue: false,
        description: 'Whether it is as it was set, including members without effect on this server.',
      }),
    },
    resolve: (site, { unmasked }) => ({
      organizationId: site.organizationId,
      customization: unmasked ? customizationOf(site) : effectiveCustomization(site),
    }),
  }),
);
