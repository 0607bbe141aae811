import type { Samples } from '../shared/samples.js';

/** Sample requests for the operations on links, by operation id. */
export const linkSamples: Samples = {
  listSpaceLinks: { may: 'read' },
  listPageLinksInSpace: { may: 'read' },
  listSpacePageBacklinks: { may: 'read' },
  listSpaceFileBacklinks: { may: 'read' },
  listPageLinksInChangeRequest: { may: 'read' },
  listChangeRequestPageBacklinks: { may: 'read' },
  listChangeRequestFileBacklinks: { may: 'read' },
  listChangeRequestLinks: { may: 'read' },
};
