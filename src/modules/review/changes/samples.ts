import type { Samples } from '../../shared/samples.js';

/** Sample requests for the operations on changes, by operation id. */
export const changeSamples: Samples = {
  getRevisionSemanticChanges: { may: 'read' },
  getChangeRequestChanges: { may: 'read' },
};
