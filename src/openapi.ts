import type { GraphQLSchema } from 'graphql';
import { packageVersion } from './package-path.js';
import { openApiOf } from './rest/openapi.js';

/** The OpenAPI description of `/v1`, from the stored operations. */
export function openApi(schema: GraphQLSchema, documents: { name: string; text: string }[]) {
  return openApiOf(schema, documents, {
    title: 'docgraph',
    version: packageVersion(),
    description: 'The management model of a documentation platform, at /v1. The same model as a graph is at /graphql.',
  });
}
