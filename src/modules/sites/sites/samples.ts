import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on sites. */
export const siteSamples: Samples = {
  listSites: { may: 'member' },
  createSite: { may: 'create', body: { title: 'Acme documentation', type: 'basic', spaces: [names.space] } },
  getSiteById: { may: 'read' },
  updateSiteById: { may: 'create', body: { title: 'Acme guides', basename: 'guides', agentsContext: 'included' } },
  deleteSiteById: { may: 'admin' },
  publishSite: { may: 'admin' },
  unpublishSite: { may: 'admin' },
};
