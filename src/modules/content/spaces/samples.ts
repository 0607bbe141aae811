import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on spaces. */
export const spaceSamples: Samples = {
  listSpacesInOrganizationById: { may: 'member' },
  createSpace: { may: 'create', body: { title: 'User manual', emoji: '1f4d8', language: 'en' } },
  getSpaceById: { may: 'read' },
  updateSpaceById: { may: 'admin', body: { title: 'User manual', emoji: '1f4d8', language: 'en' } },
  deleteSpaceById: { may: 'admin' },
  restoreSpace: { may: 'admin' },
  duplicateSpace: { may: 'create' },
  moveSpace: { may: 'create', body: { parent: names.parent } },
  transferSpace: { may: 'admin', body: { organization: names.elsewhere } },
};
