import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on reviews, by operation id. */
export const reviewSamples: Samples = {
  getReviewsByChangeRequestId: { may: 'read' },
  getChangeRequestReviewById: { may: 'read' },
  submitChangeRequestReview: {
    may: 'review',
    body: { status: 'changes-requested', comment: { markdown: 'Which version does the *first* step need?' } },
  },
  getRequestedReviewersByChangeRequestId: { may: 'read' },
  requestReviewersForChangeRequest: { may: 'edit', body: { users: [names.user], subject: 'Installation on Linux' } },
  removeRequestedReviewerFromChangeRequest: { may: 'edit' },
};
