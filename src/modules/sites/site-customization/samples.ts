import type { Samples } from '../../shared/samples.js';
import { defaults } from '../sites/default-customization.js';

/** Sample requests for the operations on the customization of sites. */
export const siteCustomizationSamples: Samples = {
  getSiteCustomizationById: { may: 'read' },
  updateSiteCustomizationById: {
    may: 'admin',
    body: {
      ...defaults,
      title: 'Acme guides',
      header: {
        preset: 'bold',
        links: [{ title: 'Home', to: { kind: 'url', url: 'https://www.acme.example' }, links: [] }],
      },
      footer: { groups: [], copyright: '© Acme' },
      announcement: { enabled: true, message: 'Version 2 is out', style: 'info' },
    },
  },
};
