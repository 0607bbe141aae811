import { builder } from '../../graphql/builder.js';
import { Site } from '../sites/site.js';
import { SiteCustomizationSettings } from './customization.js';
import { customizationInForce, customizationOf } from './default-customization.js';

builder.objectField(Site, 'customization', (t) =>
  t.field({
    type: SiteCustomizationSettings,
    description: 'The look of the site that visitors see; what was not set has its default.',
    args: {
      unmasked: t.arg.boolean({
        defaultValue: false,
        description: 'Whether it is as it was set, also where that has no effect here.',
      }),
    },
    resolve: (site, { unmasked }) => ({
      organizationId: site.organizationId,
      look: unmasked ? customizationOf(site) : customizationInForce(site),
    }),
  }),
);
