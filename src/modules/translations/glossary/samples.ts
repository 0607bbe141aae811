import type { Samples } from '../../shared/samples.js';

/** Samples of the operations on glossaries. */
export const glossarySamples: Samples = {
  listGlossaryEntries: { may: 'member' },
  updateGlossaryEntries: {
    may: 'edit',
    body: { operations: [{ type: 'insert', translations: { en: 'change request', fr: 'demande de modification' } }] },
  },
};
