import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on collections. */
export const collectionSamples: Samples = {
  getCollectionById: { may: 'read' },
  updateCollectionById: { may: 'admin', body: { title: 'Guides', description: 'Read these first.' } },
  listSpacesInCollectionById: { may: 'read' },
  listCollectionsInOrganizationById: { may: 'member' },
  createCollection: { may: 'create', body: { title: 'Guides' } },
  deleteCollectionById: { may: 'admin' },
  moveCollection: { may: 'create', body: { parent: names.parent } },
  transferCollection: { may: 'admin', body: { organization: names.elsewhere } },
};
