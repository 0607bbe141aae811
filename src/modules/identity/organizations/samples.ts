import { paragraphDocument, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on organizations. */
export const organizationSamples: Samples = {
  listOrganizationsForAuthenticatedUser: { may: 'anyone' },
  getOrganizationById: { may: 'member' },
  updateOrganizationById: { may: 'admin', body: { title: 'Acme', emailDomains: ['acme.example'] } },
  joinOrganization: { may: 'anyone' },
  getOrganizationsForEmailDomain: { may: 'anyone' },
  getOrganizationAgentInstructions: { may: 'read' },
  updateOrganizationAgentInstructions: {
    may: 'admin',
    body: { instructions: paragraphDocument('Write short sentences. Call the product Acme, never ACME.') },
  },
};
