import { names, type Samples } from '../shared/samples.js';

/** Sample requests for the operations of PDFs. */
export const pdfSamples: Samples = {
  getSpacePDF: { may: 'read', query: { page: names.page } },
  getChangeRequestPDF: { may: 'read', query: { page: names.page } },
};
