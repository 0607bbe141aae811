import { describedApi } from '../support/shared-schema.js';
import type { Schema } from './json-values.js';

/** An operation of our OpenAPI document. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[];
  body?: Schema;
  /** The example of the body. */
  sample?: unknown;
  /** Schemas of the responses by status; undefined for no body. */
  answers: Record<string, Schema | undefined>;
}

/** Returns our OpenAPI document. */
export function describedDocument(): Schema {
  return describedApi() as unknown as Schema;
}

/** Returns the operations of a document. */
export function operationsOf(document: Schema): Operation[] {
  const responseOf = (response: Schema): Schema =>
    response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response;
  return Object.entries(document.paths as Record<string, Schema>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json'].schema,
      sample: operation.requestBody?.content['application/json'].example,
      answers: Object.fromEntries(
        Object.entries(operation.responses as Record<string, Schema>).map(([status, response]) => [
          status,
          responseOf(response).content?.['application/json'].schema,
        ]),
      ),
    })),
  );
}
