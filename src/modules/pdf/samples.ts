import { names, type Samples } from '../shared/samples.js';

/** Samples of the operations of PDFs. */
export const pdfSamples: Samples = {
  getSpacePDF: { may: 'read', query: { page: names.page } },
  getChangeRequestPDF: { may: 'read', query: { page: names.page } },
};
