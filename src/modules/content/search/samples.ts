import type { Samples } from '../../shared/samples.js';

/** Sample requests for the search operations. */
export const searchSamples: Samples = {
  searchOrganizationContent: { may: 'member' },
  searchSpaceContent: { may: 'read' },
};
