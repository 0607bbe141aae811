import type { Samples } from '../../shared/samples.js';

/** Sample requests for the operations on users. */
export const userSamples: Samples = {
  getAuthenticatedUser: { may: 'anyone' },
  // A user is visible to members of the same organization.
  getUserById: { may: 'member' },
};
