import { type OpenApiServer, openApiOf } from '../api/rest/openapi/describe.js';
import { type ShownOperation, shownOperations } from '../api/rest/openapi/shown.js';
import type { RestOperations } from '../api/rest/operations.js';
import { packageLicense, packageVersion } from '../platform/base/package-path.js';
import type { Sources } from './graph.js';
import { tagTexts } from './rest-documents.js';
import { examples } from './samples.js';

/** The OpenAPI description of `/v1`, from the stored operations; `describeFor` names the server of an instance in it. */
export function openApi(operations: RestOperations) {
  const license = packageLicense();
  const info = {
    title: 'docgraph',
    version: packageVersion(),
    description: 'The management model of a documentation platform, at /v1. The same model as a graph is at /graphql.',
    contact: { name: 'docgraph contributors' },
    license: { name: license, identifier: license },
  };
  return openApiOf(operations, info, { servers: [defaultServer], tagTexts, parameterTexts, examples });
}

/** The server of the committed description: an instance with default settings, asked from its own machine. */
const defaultServer: OpenApiServer = {
  url: 'http://127.0.0.1:4000',
  description: 'An instance with default settings. The description that an instance serves has its `PUBLIC_URL`.',
};

/**
 * A description as JSON with the address of an instance as its only server.
 * @param describe reads the description of `openApi` as JSON
 * @param url base address as clients see it, without a slash at its end
 */
export function describeFor(describe: () => string, url: string): string {
  return JSON.stringify({ ...JSON.parse(describe()), servers: [{ url }] });
}

/** What the reference shows of every stored operation, by operation id. @throws if a sample breaks a rule of its operation */
export function shown({ operations, schemas }: Sources): Record<string, ShownOperation> {
  return shownOperations(operations, schemas.public, examples);
}

/** What is switched in answers, not asked of the graph. */
const parameterTexts = {
  metadata: 'Whether git data is given.',
  compat: 'Whether the answer is the change request alone; false gives what each change did, too.',
};
