import { names, type Samples } from '../../shared/samples.js';

/** Samples of the operations of templates. */
export const templateSamples: Samples = {
  applyTemplateToSpace: { may: 'edit', body: { id: names.template, changeRequestId: names.changeRequest } },
};
