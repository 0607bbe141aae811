import type { Samples } from '../../shared/samples.js';

/** Sample requests for the operations on contributors, by operation id. */
export const contributorSamples: Samples = { getContributorsByChangeRequestId: { may: 'read' } };
