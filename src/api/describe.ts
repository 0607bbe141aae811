import { packageVersion } from '../package-path.js';
import { openApiOf } from '../rest/describe.js';
import type { RestOperations } from '../rest/operations.js';
import { type ShownOperation, shownOperations } from '../rest/shown.js';
import { examples } from './samples.js';

/** The OpenAPI description of `/v1`, from the stored operations. */
export function openApi(operations: RestOperations) {
  const info = {
    title: 'docgraph',
    version: packageVersion(),
    description: 'The management model of a documentation platform, at /v1. The same model as a graph is at /graphql.',
  };
  return openApiOf(operations, info, { parameterTexts, examples });
}

/** What the reference shows of every stored operation, by operation id. @throws where a sample breaks a rule of its operation. */
export function shown(operations: RestOperations): Record<string, ShownOperation> {
  return shownOperations(operations, examples);
}

/** What is switched in answers, not asked of the graph. */
const parameterTexts = {
  metadata: 'Whether git data is given.',
  compat: 'Whether the answer is the change request alone; false gives what each change did, too.',
};
