import { names, paragraphDocument, type Samples } from '../shared/samples.js';

const instructions = paragraphDocument('Address the reader politely.');

/** Samples of the operations on translations. */
export const translationSamples: Samples = {
  listTranslations: { may: 'member' },
  createTranslation: {
    may: 'create',
    body: { source: { space: names.space, language: 'en' }, language: 'fr', instructions },
  },
  getTranslation: { may: 'read' },
  updateTranslation: { may: 'create', body: { instructions } },
  deleteTranslation: { may: 'create' },
  runTranslation: { may: 'create' },
};
