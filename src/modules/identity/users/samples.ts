import type { Samples } from '../../shared/samples.js';

/** Samples of the operations of users. */
export const userSamples: Samples = {
  getAuthenticatedUser: { may: 'anyone' },
  // People are looked up by those who share an organization with them.
  getUserById: { may: 'member' },
};
