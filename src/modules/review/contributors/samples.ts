import type { Samples } from '../../shared/samples.js';

/** Samples of the operations of contributors. */
export const contributorSamples: Samples = { getContributorsByChangeRequestId: { may: 'read' } };
