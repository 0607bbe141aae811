import { type ApiOperation, apiOperations } from '../api/rest/openapi/api-operations.js';
import { describeApi, type OpenApiServer } from '../api/rest/openapi/describe.js';
import type { RestOperations } from '../api/rest/operations.js';
import { packageLicense, packageVersion } from '../platform/base/package-path.js';
import type { Sources } from './graph.js';
import { tagTexts } from './rest-documents.js';
import { examples } from './samples.js';

/**
 * Returns the OpenAPI description of `/v1`, made from the stored operations. It names the default server; `describeFor`
 * replaces that with the URL of an instance.
 */
export function openApi(operations: RestOperations) {
  const license = packageLicense();
  const info = {
    title: 'docgraph',
    version: packageVersion(),
    description: 'The management model of a documentation platform, at /v1. The same model as a graph is at /graphql.',
    contact: { name: 'docgraph contributors' },
    license: { name: license, identifier: license },
  };
  return describeApi(operations, info, { servers: [defaultServer], tagTexts, parameterTexts, examples });
}

/** Server in the committed description: an instance with default settings on the same machine as the client. */
const defaultServer: OpenApiServer = {
  url: 'http://127.0.0.1:4000',
  description: 'An instance with default settings. The description that an instance serves has its `PUBLIC_URL`.',
};

/**
 * Returns an OpenAPI description as JSON, with the URL of an instance as its only server.
 * @param openApiJson returns the description of `openApi` as JSON
 * @param url base URL as clients see it, without a slash at the end
 */
export function describeFor(openApiJson: () => string, url: string): string {
  return JSON.stringify({ ...JSON.parse(openApiJson()), servers: [{ url }] });
}

/**
 * Returns the data that the API reference shows for each stored operation, by operation id.
 * @throws if a sample breaks a rule of its operation
 */
export function apiOperationsById({ operations, schemas }: Sources): Record<string, ApiOperation> {
  return apiOperations(operations, schemas.public, examples);
}

/** Descriptions of `/v1` parameters that change the response and have no argument in the GraphQL schema. */
const parameterTexts = {
  metadata: 'Whether git data is given.',
  compat: 'Whether the answer is the change request alone; false gives what each change did, too.',
};
