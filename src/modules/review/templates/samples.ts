import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on templates, by operation id. */
export const templateSamples: Samples = {
  applyTemplateToSpace: { may: 'edit', body: { id: names.template, changeRequestId: names.changeRequest } },
};
