import type { Samples } from '../../shared/samples.js';

/** Sample requests for the operations on content. */
export const contentSamples: Samples = {
  getCurrentRevision: { may: 'read' },
  getRevisionById: { may: 'read' },
  getRevisionOfChangeRequestById: { may: 'read' },
  listPages: { may: 'read' },
  listPagesInRevisionById: { may: 'read' },
  listPagesInChangeRequest: { may: 'read' },
  listFiles: { may: 'read' },
  listFilesInRevisionById: { may: 'read' },
  listFilesInChangeRequestById: { may: 'read' },
  getFileById: { may: 'read' },
  getFileInRevisionById: { may: 'read' },
  getFileInChangeRequestById: { may: 'read' },
  getPageById: { may: 'read' },
  getPageInRevisionById: { may: 'read' },
  getPageInChangeRequestById: { may: 'read' },
  getPageByPath: { may: 'read' },
  getPageInRevisionByPath: { may: 'read' },
  getPageInChangeRequestByPath: { may: 'read' },
};
