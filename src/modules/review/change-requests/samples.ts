import { names, paragraphDocument, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on change requests, by operation id. */
export const changeRequestSamples: Samples = {
  listChangeRequestsForSpace: { may: 'read' },
  listChangeRequestsForOrganization: { may: 'member' },
  createChangeRequest: { may: 'edit', body: { subject: 'Installation on Linux' } },
  getChangeRequestById: { may: 'read' },
  updateChangeRequestById: {
    may: 'edit',
    body: {
      subject: 'Installation on Linux',
      description: paragraphDocument('The packages have new names.'),
      status: 'open',
    },
  },
  mergeChangeRequest: { may: 'review', answer: { revision: names.revision, result: 'merge' } },
  updateChangeRequest: { may: 'edit', answer: { revision: names.revision, result: 'update' } },
  updateChangeRequestContent: {
    may: 'edit',
    body: {
      changes: [
        { operation: 'insert_page', title: 'Questions', document: { markdown: 'Answers to what is asked often.\n' } },
        { operation: 'update_page', page: names.page, description: 'From the first step to the last.' },
      ],
    },
  },
};
