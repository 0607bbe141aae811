import type { Samples } from '../../shared/samples.js';

/** Sample requests for the operations of published sites. */
export const publishedSiteSamples: Samples = {
  getPublishedContentSite: { may: 'read' },
  searchSiteContent: { may: 'read', body: { query: 'install', mode: 'all' } },
};
