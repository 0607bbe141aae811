import type { Samples } from '../../shared/samples.js';

/** Samples of the operations of the search. */
export const searchSamples: Samples = {
  searchOrganizationContent: { may: 'member' },
  searchSpaceContent: { may: 'read' },
};
