import { names, type Samples } from '../shared/samples.js';

const orders = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1.0.0' },
  paths: { '/orders': { get: { summary: 'List orders', responses: { '200': { description: 'The orders.' } } } } },
};

const text = { source: { text: JSON.stringify(orders) } };

/** Sample requests for the operations on OpenAPI specifications, by operation id. */
export const specificationSamples: Samples = {
  listOpenAPISpecs: { may: 'member' },
  createOpenAPISpec: { may: 'create', body: { slug: names.spec, ...text } },
  getOpenAPISpecBySlug: { may: 'read' },
  createOrUpdateOpenAPISpecBySlug: { may: 'create', body: text },
  updateOpenAPISpecBySlug: { may: 'create', body: { visibility: 'public' } },
  deleteOpenAPISpecBySlug: { may: 'create' },
  listOpenAPISpecVersions: { may: 'read' },
  getLatestOpenAPISpecVersion: { may: 'read' },
  getLatestOpenAPISpecVersionContent: { may: 'read' },
  getOpenAPISpecVersionById: { may: 'read' },
  getOpenAPISpecVersionContentById: { may: 'read' },
};
