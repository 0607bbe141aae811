import type { Samples } from '../../shared/samples.js';

const jsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    isBeta: { type: 'boolean', description: 'Takes part in the beta' },
    plan: { type: 'string', enum: ['free', 'enterprise'], description: 'Plan of the visitor' },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { language: { type: 'string', description: 'Language of the browser' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** Sample requests for the operations on the claims of site visitors. */
export const adaptiveSamples: Samples = {
  getSiteAdaptiveSchema: { may: 'read' },
  updateSiteAdaptiveSchema: { may: 'create', body: { jsonSchema } },
  listSiteAdaptiveTemplateConditions: { may: 'read' },
};
