import type { Samples } from '../../shared/samples.js';

/** Sample requests for the operations on the audience of sites. */
export const siteAudienceSamples: Samples = {
  listSiteShareLinks: { may: 'admin' },
  createSiteShareLink: { may: 'admin', body: { name: 'Reviewers' } },
  updateSiteShareLinkById: { may: 'admin', body: { name: 'Former reviewers', active: false } },
  deleteSiteShareLinkById: { may: 'admin' },
  getSitePublishingAuthById: { may: 'admin' },
  updateSitePublishingAuthById: {
    may: 'admin',
    body: { backend: 'custom', fallbackURL: 'https://login.acme.example/docs' },
  },
  regenerateSitePublishingAuthById: { may: 'admin' },
};
