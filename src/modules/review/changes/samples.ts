import type { Samples } from '../../shared/samples.js';

/** Samples of the operations of changes. */
export const changeSamples: Samples = {
  getRevisionSemanticChanges: { may: 'read' },
  getChangeRequestChanges: { may: 'read' },
};
