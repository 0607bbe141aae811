import type { Samples } from '../shared/samples.js';

/** Samples of the operations of links. */
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
